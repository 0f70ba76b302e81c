// Package notice brings notices to where people want them: by e-mail, pushed to
// their browsers, and to other sites by webhooks. It owns the transports and what
// is said over them; who is told of what is decided by package campaign, what a
// notice is called and where it leads by whoever draws the pages.
//
// # The outbox
//
// Of every act parcels are made, one for each place that is to be told, in the
// transaction that remembers up to which act they are made: exactly once, however
// often the program is killed. A parcel leaves the outbox when it has arrived; a
// kill in between may bring it twice, under the same number. What fails is tried
// again later and later, and in the end laid aside for an organiser to see. One
// process of those that share a database does all this.
//
// # What it refuses
//
// A letter goes to no address that was not confirmed by its owner, and holds a
// link that ends them. Push services and hooks are asked only when the address
// that a name stands for, at the moment of the connection, is one of the public
// Internet; no redirect is followed, and neither time nor length is left to the
// other side.
package notify
