package reference

// synonyms are words that players say and books do not, with what the books of some
// game say instead: folded words of which a place needs all. The browser gets those
// of its language with the index.
var synonyms = map[string]string{
	"fr": `
		tir tirs tirer tireur tireurs : projectiles, distance
		cac : melee, corps, contact
		ldv los : visible, vue, voir
		pv vie vies hp : blessures, endurance
		mort morts mourir meurt tue tues tuer tuee elimine eliminer : hors combat, detruit, pertes
		renfort renforts : reserve
		cheval chevaux cavalier cavaliers : monture, cavalerie
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
		brigade : brigade
		po or : points
		degat dmg : degats
		toucher : touche
		magie magicien sorcier sort sorts : magie, sort, sorcier
		commence commencer commencent debute : premier tour, initiative
		fuite fuir fuit deroute : deroute, retraite, demoralise, repli, eviter
		recul reculer : repousser, retraite, recul
		carte : carte
		vol voler : vol
		soigner soin guerir : repit, soigner
		main : main
		nuage brouillard : fumee
		foret arbre arbres bois : terrain, bois
		maison ruine ruines batiment : terrain, batiment
		canon artillerie : artillerie, canon
		tour : round, tour
		mana : points magie, focus`,
	"en": `
		shot shots shoot shoots shooting shooter fire firing : ranged, missile, attacks
		los : visible, sight, see
		hp life lives health : wounds
		kill kills killed dead death die dies dying slain eliminated destroyed : taken down, out action, casualties
		reinforcement reinforcements : reserve
		horse horses rider riders : mount, cavalry
		mv movement moving : move
		surround surrounded surrounding outnumber : support, trapped
		deck decks : deck
		big huge : large, monster
		crit crits : critical
		shield armour armor save saves : armour, toughness, save
		init : initiative
		obj : objective
		mana : magic points, focus
		command : order, command
		dmg : damage
		heal healing : respite, heal
		spell spells magic wizard : spell, magic, wizard
		first begins starts : first turn, initiative
		flee flees fleeing rout routed : rout, retreat, demoralised, evade
		retreat : retreat, fall back
		pushback : driven back
		smoke fog : smoke
		tree trees forest wood : terrain, wood
		building ruin ruins house : terrain, building
		cannon artillery gun : artillery, cannon
		hand : hand
		defense : defence
		armor : armour
		color : colour`,
}
