package warmaster

// covered are the rules that battles must be seen to follow.
var covered []string
