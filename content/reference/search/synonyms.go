package search

// synonyms lists words that players say and books do not, with what the books of some game say instead: folded words, of
// which a place needs all. The browser gets those of its language with the index.
var synonyms = map[string]string{
	"fr": `
		mvt mouv deplacement deplacer bouger : mouvement
		encerclement encercler encercle entoure : soutien, piege
		deck decks paquet : pile
		gros grosse : imposant, monstre
		critique crit crits : critique, touche
		bouclier armure svg sauvegarde : armure, endurance, sauvegarde
		cc cd : caracteristique
		init : initiative
		obj : objectif
		pm : points magie, focus
		cmd commandement : ordre, commandement
		po or : points
		degat dmg : degats
		soigner soin guerir : repit, soigner
		nuage brouillard : fumee
		mana : points magie, focus`,
	"en": `
		kill kills killed dead death die dies dying slain eliminated destroyed : taken down, out action, casualties
		mv movement moving : move
		surround surrounded surrounding outnumber : support, trapped
		deck decks : deck
		big huge : large, monster
		crit crits : critical
		shield armour armor save saves : armour, toughness, save
		init : initiative
		obj : objective
		mana : magic points, focus
		dmg : damage
		heal healing : respite, heal
		spell spells magic wizard : spell, magic, wizard
		first begins starts : first turn, initiative
		flee flees fleeing rout routed : rout, retreat, demoralised, evade
		pushback : driven back
		smoke fog : smoke
		defense : defence
		armor : armour
		color : colour`,
}
