package search

// concepts lists what players call the things of these games in French and in English, one thing a line. A query with
// one of the names also finds places that use another name of its line in the language of the book, so the words of
// other editions and of the other language find places as well. A word that no book has does nothing.
const concepts = `
	ligne de vue, ldv, champ de vision, visible, vue, voir, visibilité | line of sight, los, sight, visible, visibility, see
	toucher, touche, jet de touche, jet pour toucher, jets de touche | to hit, hit, hit roll, hits
	blessure, pv, point de vie, points de vie, vie, santé | wound, hp, hit points, hit point, health, life, lives
	sauvegarde, svg, jet d'armure, jet de sauvegarde, armure, protection | save, armour save, saving throw, armour, armor, protection
	endurance, résistance | toughness, resistance
	portée, distance de tir | range, reach, shooting distance
	portée minimum, portée minimale, trop près pour tirer | minimum range, too close to shoot
	couvert, abri, à couvert | cover, in cover
	décor, terrain, relief | terrain, scenery
	tir, tirer, projectiles, attaque à distance, arc, archer, flèche | shooting, shot, shoot, fire, missile, ranged, ranged attack, bow, archer, arrow
	mêlée, corps à corps, cac, combat rapproché | melee, close combat, hand-to-hand
	charge, charger | charge, charging
	contre-charge, tir de contre-charge, tir de réaction, tirer sur une charge | stand and shoot, overwatch, shoot at charging, shooting at a charge, fire on charge
	initiative, qui commence, commencer, joueur qui commence, premier joueur, premier tour | initiative, who begins, who goes first, goes first, first player, first turn, begins, starts
	points de victoire, pv de victoire, gloire, victoire, gagner, vainqueur, gagnant | victory points, glory, victory, win, winner
	égalité, match nul, départage, départager, ex aequo | tie, draw, tiebreaker, drawn, equal
	déroute, fuite, fuir, démoralisé, en fuite, panique, fuyard, enfuir | rout, flee, fleeing, flight, panic, broken, run away, running away, escape
	retraite, repli, se replier, reculer, recul | retreat, fall back, withdraw, retire
	moral, commandement, bravoure, courage | morale, command, leadership, bravery
	ordre, ordonner, donner un ordre, commandement | order, orders, command, give an order
	terreur, terrifiant, peur | terror, terrifying, fear
	désengagement, se désengager, désengager, quitter un combat | disengage, disengagement, leave combat, break away
	engagé, au contact, contact, adjacent | engaged, in contact, contact, adjacent, base contact
	attente, attendre | wait, waiting
	retirer, pertes, retrait des pertes, ôter, enlever | remove, casualties, losses, take off, remove casualties
	mort, tué, éliminé, hors de combat, détruit, mis hors de combat | dead, slain, killed, taken down, out of action, destroyed, eliminated
	dégâts, dommages | damage
	critique, coup critique, touche critique | critical, critical hit, crit
	relance, relancer, rejouer un dé | re-roll, reroll, roll again
	double, doublet | double
	joker, dé joker, jokers | wild die, wild dice, wild
	capacité, pouvoir, compétence, aptitude, discipline | ability, power, skill, discipline
	réaction, interruption, interrompre | reaction, interrupt
	objectif, prise d'objectif, contrôler, tenir | objective, control, hold, objective marker
	trésor | treasure
	déploiement, déployer, placement, mise en place, se déployer | deployment, deploy, setup, set up, placing
	réserve, renfort, renforts | reserve, reinforcements
	tour, round, manche | turn, round
	phase, étape, séquence, ordre des phases, séquence de jeu, déroulement | phase, step, sequence, turn sequence, order of play, turn order
	mouvement, déplacement, se déplacer, bouger, vitesse, allure | movement, move, moving, speed, pace
	diagonale, en diagonale | diagonal, diagonally
	pivoter, pivot, tourner, orientation | pivot, turn round, turning, facing, face
	voler, vol, volant | fly, flying, flight
	sauter, saut | jump, leap
	escalader, escalade, grimper, monter | climb, climbing
	chute, tomber | fall, falling
	cavalier, cavalerie, monture, monté, cheval, lancier | rider, cavalry, mount, mounted, horse, knight
	infanterie, fantassin, à pied | infantry, foot
	artillerie, canon, machine de guerre, catapulte, baliste | artillery, cannon, war machine, catapult, ballista, bolt thrower
	monstre, grosse créature | monster, large creature
	personnage, héros, général, sorcier | character, hero, general, wizard
	chef, leader, commandant, meneur | leader, commander, chief, warlord
	magicien, sorcier, mage | magician, wizard, mage, caster
	sort, magie, sortilège, incantation, lancer un sort | spell, magic, cast, casting, cast a spell
	focus, concentration | focus, fury
	bande, armée, liste, roster, composer | warband, army, list, roster, build
	points, coût en points, coût, limite de points | points, points limit, cost, points cost
	unité, régiment | unit, regiment
	socle, base | stand, base
	formation, cohérence, cohésion | formation, coherency, cohesion
	colonne | column
	rang, deuxième rang, second rang | rank, second rank, ranks
	flanc, côté, arrière, dos, par derrière, de dos | flank, side, rear, behind, from behind, back
	soutien, soutenir, appui | support, supporting, supported
	encerclé, encerclement, entouré, piégé, débordé | surrounded, trapped, encircled, outnumbered, flanked
	poursuite, poursuivre | pursuit, pursue, chase
	repousser, repoussé, renverser, projeter, pousser, recul | drive back, driven back, knockback, push, knock back
	étourdi, étourdissement, assommé, sonné, commotion | stunned, stun, stagger, staggered, dazed
	aveugle, aveuglé | blind, blinded
	confus, confusion, désordonné, désorganisé, désorganisation | confused, confusion, disordered, disorganised
	poison, empoisonné | poison, poisoned
	éclair, foudre | lightning
	taille, dimensions, grandeur | size, dimensions
	feu, brûler, incendie | fire, burning, continuous fire
	caché, dissimulé, camouflé, invisible, furtif | hidden, concealed, stealth, invisible
	bois, arbre, arbres, forêt | wood, woods, trees, forest
	marais, marécage, bourbier | marsh, swamp, bog
	eau, rivière, lac | water, river, lake
	mur, muret, rempart, muraille, barricade, obstacle | wall, low wall, rampart, barrier, obstacle
	bâtiment, maison, ruine, ruines | building, house, ruin, ruins
	colline, pente, hauteur, surplomb, élévation | hill, slope, height, elevation, higher ground
	fortifié, défendu, retranché, fortification | fortified, defended, fortification, entrenched
	sortir de la table, hors de la table, bord de table, quitter la table, sort de la table | leave the table, leaving the table, off the table, table edge, board edge
	main, taille de la main, cartes en main | hand, hand size, cards in hand
	pile, pioche, paquet, deck | deck, draw pile
	défausse, défausser, jeter | discard, discard pile
	piocher, tirer une carte | draw, draw a card
	mulligan, changer de main, repiocher | mulligan, redraw
	amélioration, équipement, équiper | upgrade, equipment, equip
	manœuvre, stratagème, ruse, subterfuge | gambit, ploy, stratagem
	butin, prime, récompense | bounty, reward
	instantané, immédiat, objectif instantané | surge, immediate
	exalté, exaltation, inspiré, inspiration | inspired, inspire
	garde, posture de garde, jeton garde, pion de garde | guard, guard token
	jeton, pion, marqueur | token, counter, marker
	poussée | push
	fracassant, perce-armure, fendoir, pourfendeur | cleave, armour piercing
	létal, mortel, cruel | grievous, lethal
	balayage, fauchage | scything, sweep
	gabarit, zone d'effet, aire d'effet, souffle | area of effect, template, blast, aoe, spray
	mesurer, mesure, prémesure, pré-mesurer | measure, measuring, premeasure, pre-measuring
	ami, allié, amical, copain, pote, camarade | friend, friendly, ally, buddy
	plus proche, le plus proche | nearest, closest
	tirer dans une mêlée, tir dans la mêlée, cible engagée | shooting into melee, fire into melee, engaged target
	traverser, passer à travers, passer au travers | through, pass through, move through
	gaffe, fumble, échec critique | blunder, fumble
	fin de la partie, fin de partie, fin de la bataille, fin du jeu, fin | end of the game, game end, end of the battle, end
	fini, finie, terminer, terminé | over, ended, finish
	arrondir, arrondi, moitié | round up, rounding, half
	modificateur, bonus, malus, pénalité | modifier, bonus, penalty
	arme, armes | weapon, weapons
	attaque, attaquer, frapper | attack, strike, attacking
	cible, viser, ciblage | target, targeting, aim
	arc de tir, champ de tir, angle de tir, arc avant, arc frontal | arc of fire, fire arc, arc, front arc
	longue portée | long range
	activation, activer | activate, activation
	passer, passer son tour, passe | pass, skip a turn
	campagne, expérience, progression, xp | campaign, experience, advancement, progress
	territoire | territory
	d100, pourcentage | percentile, percentage, d100
	mise à terre, renversé, à terre | knocked down, prone
	attaque gratuite, attaque d'opportunité | free strike, attack of opportunity
	exploit, feat | feat
	zone de contrôle, contrôle | control area, control range
	unité perdue, disloqué | broken, wiped out
	figurine, combattant, pion, bonhomme, mec | model, fighter, piece, mini, miniature, guy, dude
	courir, course, sprinter | run, running, sprint, dash
	se relever, relever, debout | stand up, get up, getting up
	ressusciter, réanimer, ramener | raise, resurrect, bring back
	téléporter, téléportation | teleport, teleportation
	toit, étage, plateforme | roof, upper floor, platform
	chance, probabilité, pourcentage | chance, odds, probability, percentage
	payer, dépenser, acheter | pay, spend, buy
	donner, allouer, attribuer, distribuer | give, allocate, assign, hand out
	garder, conserver, mettre de côté | keep, store, hold back
	choisir, désigner, sélectionner | choose, pick, select
	ramasser, récupérer, prendre | pick up, picking up, grab, take
	lâcher, poser, déposer | drop, put down, dropping
	bloquer, gêner, empêcher | block, hinder, prevent, obstruct
	annuler, ignorer | cancel, ignore, negate
	voisin, adjacent, à côté, près | neighbour, adjacent, next to, near, close
	simultané, en même temps | simultaneous, same time, at once
	plusieurs joueurs, multijoueur, en équipe | multiplayer, several players, team
	traîner, ralenti, ralentir | slowed, slow
	décaler, décalage | offset, shifted
	cumuler, cumulable, cumulatif, s'ajouter, additionner | stack, stacking, cumulative, add up, combine
	durer, durée, longtemps | last, lasts, duration, length
	prix, coûter | price, costs
	début, commencement, départ | start, beginning
	rater, raté, échouer, échec | fail, failing, failure, failed
`
