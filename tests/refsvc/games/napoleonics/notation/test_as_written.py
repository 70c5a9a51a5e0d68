"""Lines as people write them in three languages: each is read as the line of the notation that it stands for."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from engine.core.chance import Seeded
from engine.core.playout import playout
from engine.core.record import FORMAT, Header
from refsvc.config import LANGUAGES
from refsvc.games.napoleonics.move_text import move_text
from refsvc.library import open_game
from refsvc.notation.read import TextMisread, read_text
from refsvc.notation.words import game_words
from refsvc.notation.write import write_text

# The head of each language, and a game that has come as far as the line.
HEADS = {
    "en": "Game: Napoleonics\nScenario: training-1\n\nTurn 1\n",
    "fr": "Jeu : Napoleonics\nScénario : training-1\n\nTour 1\n",
    "cs": "Hra: Napoleonics\nScénář: training-1\n\nKolo 1\n",
}
# What was written, and what it is in the notation; a `/` parts lines.
WRITTEN: dict[str, list[tuple[str, str]]] = {
    "en": [
        # Cards.
        ("F Attack Center H6 G5", "F Attack Center: H6 G5"),
        ("B Probe Left Flank - D3", "B Probe Left: D3"),
        ("French plays Probe right flank: H6 and G5", "F Probe Right: H6 G5"),
        ("F: “Assault Center”: H6, G5", "F Assault Center: H6, G5"),
        ("British: [Scout Left Flank]: C3", "B Scout Left: C3"),
        ("British play Recon in Force: D3 + D5 + D8", "B Recon in Force: D3 D5 D8"),
        ("F AtC: H6/G5", "F Attack Center: H6 G5"),
        ("B PrL -> D3, D4", "B Probe Left: D3, D4"),
        ("F Scout, left: I2", "F Scout Left: I2"),
        ("F left scout: I2", "F Scout Left: I2"),
        ("F Ass. right: H9", "F Assault Right: H9"),
        ("F Probe centre section: H6", "F Probe Center: H6"),
        ("F Force March, right: H9", "F Force March right: H9"),
        ("F Forced March (left): I2", "F Force March left: I2"),
        ("F Force March - center: H6", "F Force March center: H6"),
        ("F Grand Manoeuvre (one unit): H6", "F La Grande Manœuvre one unit: H6"),
        ("B fire & hold: D3", "B Fire and Hold: D3"),
        ("B Fire, Hold", "B Fire and Hold"),
        ("F Counter-Attack, copying Attack Center: H6", "F Counter-Attack as Attack Center: H6"),
        ("F Short Supply: C5 -> A5", "F Short Supply: sends C5-A5"),
        ("F Short Supply: C5-A5", "F Short Supply: sends C5-A5"),
        ("F Rally ICF: H6 H6", "F Rally | ICF | rally H6 H6"),
        ("F Rally | ICF | A9", "F Rally | ICF | rally A9"),
        ("F Élan: I, C, F", "F Élan | ICF"),
        ("F Attack Center / orders: H6, G5", "F Attack Center: H6 G5"),
        ("F Attack Center / orders, units: H6, G5", "F Attack Center: H6 G5"),
        ("F Leadership / orders, leaders alone: H5", "F Leadership: leader H5"),
        ("F Attack Center / H6, G5", "F Attack Center: H6, G5"),
        ("F Attack Center: infantry H6, cav G5 and unit in G7", "F Attack Center: H6 G5 G7"),
        ("F Attack Center: line infantry H6, LC G5", "F Attack Center: H6 G5"),
        ("F Attack Center: general H5, H6", "F Attack Center: leader H5, H6"),
        ("F Attack Center: detaches the leader H5", "F Attack Center: detach H5"),
        ("F Attack Center: no one", "F Attack Center: nobody"),
        # Moves.
        ("H6→G6", "H6-G6"),
        ("H6 => G6; G5 => F5", "H6-G6, G5-F5"),
        ("moves: H6 to G6 and G5 to F5", "H6-G6, G5-F5"),
        ("H6 moves to G6, G5 moves to F5", "H6-G6, G5-F5"),
        ("H6-G6 / G5-F5", "H6-G6 / G5-F5"),
        ("• H6-G6 G5-F5.", "H6-G6, G5-F5"),
        ("1) H6-G6, / G5-F5", "H6-G6 / G5-F5"),
        ("French: inf H06 → G06", "F: H6-G6"),
        ("H6-G6 (cavalry)", "H6-G6"),
        ("leader alone: H5 -> G7", "leader H5-G7"),
        ("H5-G7 (ldr)", "leader H5-G7"),
        ("H5 - G7 leader", "leader H5-G7"),
        ("reed H6-G6", "leader H6-G6"),
        # Combat.
        ("G6 fires at E6: IIF", "G6 > E6 | IIF"),
        ("G6: fire at E6 / dice: infantry, infantry, flag (attack)", "G6 > E6 | IIF"),
        ("fire: G6 > E6 = I I F", "G6 > E6 | IIF"),
        ("inf G6 shoots at cav E6 (I, I, F)", "G6 > E6 | IIF"),
        ("G6 > E6 | I, I, F", "G6 > E6 | IIF"),
        ("G6 > E6 | I-I-F", "G6 > E6 | IIF"),
        ("G6 > E6 | 2I 1F", "G6 > E6 | IIF"),
        ("G6 > E6 | 2 infantry, 1 flag", "G6 > E6 | IIF"),
        ("G6 > E6 / rolled IIF", "G6 > E6 | IIF"),
        ("G6 > E6 / I", "G6 > E6 | I"),
        ("G6xF6 | II", "G6 x F6 | II"),
        ("G6 attacks F6 | no dice", "G6 x F6 | no dice"),
        ("G6 vs. F6 | 0 dice", "G6 x F6 | no dice"),
        ("melee: G6 against F6; SS", "G6 x F6 | SS"),
        ("G6: melee against F6, together with G5", "G6 x F6 + G5"),
        ("G6 > E6 | F | retreats to D6", "G6 > E6 | F | retreat D6"),
        ("G6 > E6 | F | E6-D6", "G6 > E6 | F | retreat D6"),
        ("G6 > E6 | F | retreat E6-D6", "G6 > E6 | F | retreat D6"),
        ("G6 x F6 | S / leader F6 to D5", "G6 x F6 | S | leader retreat D5"),
        ("G6 > E6 | F | E6 retreats to D6", "G6 > E6 | F | retreat D6"),
        ("G6 > E6 | F / retreat → D6, blocks lost: 1", "G6 > E6 | F | retreat D6 lost 1"),
        ("G6 > E6 | F | ignores one flag", "G6 > E6 | F | ignore 1"),
        ("G6 > E6 | F | ignores no flags | retreat: D6", "G6 > E6 | F | ignore 0 | retreat D6"),
        ("G6 > E6 | F / flags ignored: 1", "G6 > E6 | F | ignore 1"),
        ("G6 x F6 | SSS | G6-F6", "G6 x F6 | SSS | ground"),
        ("G6 x F6 | SSS | advances to F6", "G6 x F6 | SSS | ground"),
        ("G6 x F6 | S | battle back: CI", "G6 x F6 | S | back CI"),
        ("G6 x F6 | S | F6 battles back | CI", "G6 x F6 | S | back | CI"),
        ("G6 x F6 | S | bb 1C 1I", "G6 x F6 | S | back CI"),
        ("G6 x F6 | F6 strikes first: SS | I", "G6 x F6 | first strike SS | I"),
        ("G6 x F6 | F6 forms a square | I | S", "G6 x F6 | square | I | S"),
        ("G6 x F6 | Retire and Reform → D4 | C", "G6 x F6 | retire D4 | C"),
        ("G6 x F6 | S | breakthrough to E5; bonus melee against E6 | F", "G6 x F6 | S | through E5, bonus E6 | F"),
        ("G6 x F6 | S | leader casualty check: infantry, flag", "G6 x F6 | S | check IF"),
        ("G6 x F6 | S | leader escapes to D5", "G6 x F6 | S | leader retreat D5"),
        ("G6 x F6 | S | leader F6-D5", "G6 x F6 | S | leader retreat D5"),
        ("Turn 2:", "Turn 2"),
        ("result: British, by resignation", "result: F resigns"),
        # Cards that are drawn.
        ("draws a card", "draw"),
        ("B draws 1 card", "B draws"),
        ("draw: Rally", "draw Rally"),
        ("F discards the card Rally", "F: discard Rally"),
        ("end of the phase", "end phase"),
        ("French, H6-G6", "F: H6-G6"),
        ("(F) Attack Center > H6", "F Attack Center: H6"),
        ("F Attack Center - orders: H6, G5", "F Attack Center: H6 G5"),
        ("F Attack Center: the units H6 and G5 are ordered", "F Attack Center: H6 G5"),
        ("F Attack Center: H6 and the leader of H5 detaches", "F Attack Center: H6, detach H5"),
        ("F La Grande Manoeuvre: a single unit", "F La Grande Manœuvre one unit"),
        ("F Rally: 4 I, S - rally G6 twice", "F Rally | IIIIS | rally G6 G6"),
        ("F Rally | IAF | G6 regains two blocks", "F Rally | IAF | rally G6 G6"),
        ("the light cavalry in H6 moves to G6", "H6-G6"),
        ("H6-G6, light cavalry", "H6-G6"),
        ("H6 to F6 via G6", "H6-G6-F6"),
        ("the leader of H5 moves to G7", "leader H5-G7"),
        ("G6 attacks F6 with II", "G6 x F6 | II"),
        ("attack by G6 on F6: II", "G6 x F6 | II"),
        ("G6 > E6 | two infantries and a flag", "G6 > E6 | IIF"),
        ("G6 > E6 | F | the unit is driven back to D6", "G6 > E6 | F | retreat D6"),
        ("G6 > E6 | F | retreat blocked, loses 1", "G6 > E6 | F | retreat E6 lost 1"),
        ("G6 > E6 | F - retreats to D6", "G6 > E6 | F | retreat D6"),
        ("G6 x F6 | S | the defender battles back with C", "G6 x F6 | S | back C"),
        ("G6 x F6 | S | check for leader loss: I, F", "G6 x F6 | S | check IF"),
        ("G6 x F6 | S | the leader flees to D5", "G6 x F6 | S | leader retreat D5"),
        ("G6 x F6 | attack: no dice", "G6 x F6 | no dice"),
        ("G6 x F6 | SSS / G6 advances to F6", "G6 x F6 | SSS | ground"),
        ("G6 x F6 | retires to D4: C", "G6 x F6 | retire D4 | C"),
        ("draws a card: Rally", "draw Rally"),
        ("the winner is British", "result: B wins"),
        ("British win, on time", "result: B wins on time"),
    ],
    "fr": [
        ("F Attaque au centre H6 G5", "F Attack Center: H6 G5"),
        ("Français : « Sonde à droite » : H9", "F Probe Right: H9"),
        ("F joue la carte Assaut aile gauche : I2 et I3", "F Assault Left: I2 I3"),
        ("F AtC : H6/G5", "F Attack Center: H6 G5"),
        ("B SoG → D3", "B Probe Left: D3"),
        ("B ÉcD : C3", "B Scout Right: C3"),
        ("F Éclaireurs, gauche : I2", "F Scout Left: I2"),
        ("F Marche forcée, droite : H9", "F Force March right: H9"),
        ("F Grande Manœuvre, une unité au choix : H6", "F La Grande Manœuvre one unit: H6"),
        ("B charge de la cavalerie", "B Cavalry Charge"),
        ("F Pénurie de ravitaillement : C5 → A5, renvoi", "F Short Supply: sends C5-A5"),
        ("F Ralliement | dés IC | rallie H6", "F Rally | IC | rally H6"),
        ("F Attaque au centre / ordres, unités : H6, G5", "F Attack Center: H6 G5"),
        ("F L’exemple des chefs / ordres, chefs seuls : H5", "F Leadership: leader H5"),
        ("F Attaque au centre : infanterie de ligne H6, unité en G5", "F Attack Center: H6 G5"),
        ("F Attaque au centre / H5 : le chef se détache", "F Attack Center: detach H5"),
        ("F Attaque au centre : aucun ordre", "F Attack Center: nobody"),
        ("H6 se déplace en G6 ; G5 va en F5", "H6-G6, G5-F5"),
        ("déplacements : H6 → G6, G5 → F5", "H6-G6, G5-F5"),
        ("cav H6-G6 et inf G5-F5", "H6-G6, G5-F5"),
        ("chef H5 → G7", "leader H5-G7"),
        ("G6 tire sur E6 : IID", "G6 > E6 | IIF"),
        ("G6 fait feu sur E6 (2 I, 1 D)", "G6 > E6 | IIF"),
        ("tir de G6 sur E6 | 2 infanterie et 1 drapeau", "G6 > E6 | IIF"),
        ("G6 : tir sur E6 / dés : infanterie, drapeau (attaque)", "G6 > E6 | IF"),
        ("G6 charge F6 | I, S", "G6 x F6 | IS"),
        ("G6 : mêlée contre F6, avec G5", "G6 x F6 + G5"),
        ("corps à corps G6 contre F6 | aucun dé", "G6 x F6 | no dice"),
        ("G6 > E6 | D | E6 recule en D6", "G6 > E6 | F | retreat D6"),
        ("G6 > E6 | D | bat en retraite en D6", "G6 > E6 | F | retreat D6"),
        ("G6 > E6 | D | un drapeau ignoré", "G6 > E6 | F | ignore 1"),
        ("G6 > E6 | D | n’ignore aucun drapeau | retraite vers D6", "G6 > E6 | F | ignore 0 | retreat D6"),
        ("G6 x F6 | SS | avance en F6", "G6 x F6 | SS | ground"),
        ("G6 x F6 | S | riposte : CI", "G6 x F6 | S | back CI"),
        ("G6 x F6 | F6 se forme en carré | I | S", "G6 x F6 | square | I | S"),
        ("G6 x F6 | repli et reformation → D4 | C", "G6 x F6 | retire D4 | C"),
        ("G6 x F6 | S | percée vers E5", "G6 x F6 | S | through E5"),
        ("G6 x F6 | S | test de perte du chef : infanterie, drapeau", "G6 x F6 | S | check IF"),
        ("G6 x F6 | S | le chef s’échappe en D5", "G6 x F6 | S | leader retreat D5"),
        ("B tire une carte", "B draws"),
        ("pioche : Ralliement", "draw Rally"),
        ("défausse : Ralliement", "discard Rally"),
        ("Les Français, H6-G6", "F: H6-G6"),
        ("F Attaque au centre > H6", "F Attack Center: H6"),
        ("F Attaque au centre : le chef de H5 se détache", "F Attack Center: detach H5"),
        ("F Attaque au centre : le général quitte H5", "F Attack Center: detach H5"),
        ("F Grande Manœuvre (1 unité) : H6", "F La Grande Manœuvre one unit: H6"),
        ("F Ralliement : 4 I, S - rallie G6 deux fois", "F Rally | IIIIS | rally G6 G6"),
        ("la cavalerie légère en H6 va en G6", "H6-G6"),
        ("H6 vers F6 par G6", "H6-G6-F6"),
        ("G6 attaque F6 avec II", "G6 x F6 | II"),
        ("G6 x F6 | S | l’infanterie riposte avec C", "G6 x F6 | S | back C"),
        ("G6 x F6 | premier coup : SS | I", "G6 x F6 | first strike SS | I"),
        ("G6 x F6 | l’infanterie forme le carré | I | S", "G6 x F6 | square | I | S"),
        ("G6 x F6 | attaque : aucun dé", "G6 x F6 | no dice"),
        ("G6 > E6 | D | retraite bloquée, perd 1", "G6 > E6 | F | retreat E6 lost 1"),
        ("carte piochée : Ralliement", "draw Rally"),
        ("une carte est piochée", "draw"),
        ("Les Français ont abandonné", "result: F resigns"),
        ("vainqueur : Britanniques", "result: B wins"),
    ],
    "cs": [
        ("F Napadení ve středu H6 G5", "F Attack Center: H6 G5"),
        ("Francouzi: „Průzkum pravého křídla“: H9", "F Scout Right: H9"),
        ("Britové hrají Sondáž vlevo: D3 a D4", "B Probe Left: D3 D4"),
        ("F NaS: H6/G5", "F Attack Center: H6 G5"),
        ("B SoL -> D3", "B Probe Left: D3"),
        ("F Zteč, pravé křídlo: H9", "F Assault Right: H9"),
        ("F Usilovný pochod, střed: H6", "F Force March center: H6"),
        ("F Velký manévr, jedna jednotka podle výběru: H6", "F La Grande Manœuvre one unit: H6"),
        ("F Nedostatek zásob: C5 zpět na A5", "F Short Supply: sends C5-A5"),
        ("F Zotavení | PJ | H6", "F Rally | IC | rally H6"),
        ("F útok jezdectva: H6", "F Cavalry Charge: H6"),
        ("F Napadení ve středu / rozkazy, jednotky: H6, G5", "F Attack Center: H6 G5"),
        ("F Vůdcovství / rozkazy, jen velitelé: H5", "F Leadership: leader H5"),
        ("F Napadení ve středu: řadová pěchota H6, jednotka na G5", "F Attack Center: H6 G5"),
        ("F Napadení ve středu / H5: velitel se oddělí", "F Attack Center: detach H5"),
        ("F Napadení ve středu: žádné rozkazy", "F Attack Center: nobody"),
        ("H6 se přesune na G6; G5 jde na F5", "H6-G6, G5-F5"),
        ("přesuny: H6 → G6 a G5 → F5", "H6-G6, G5-F5"),
        ("jízda H6-G6", "H6-G6"),
        ("generál H5 - G7", "leader H5-G7"),
        ("G6 střílí na E6: PPV", "G6 > E6 | IIF"),
        ("G6: palba na E6 / hod: pěchota, prapor (vlastní útok)", "G6 > E6 | IF"),
        ("G6 > E6 | 2 pěchoty a 1 prapor", "G6 > E6 | IIF"),
        ("G6: boj zblízka, cíl F6, společně s G5", "G6 x F6 + G5"),
        ("G6 útočí na F6 | P, S", "G6 x F6 | IS"),
        ("boj zblízka G6 proti F6 | bez kostek", "G6 x F6 | no dice"),
        ("G6 > E6 | V | E6 ustupuje na D6", "G6 > E6 | F | retreat D6"),
        ("G6 > E6 | V | E6-D6", "G6 > E6 | F | retreat D6"),
        ("G6 > E6 | V | ignoruje jeden prapor", "G6 > E6 | F | ignore 1"),
        ("G6 > E6 | V | neignoruje | ústup na D6, ztracené bloky: 1", "G6 > E6 | F | ignore 0 | retreat D6 lost 1"),
        ("G6 x F6 | SS | obsadí území", "G6 x F6 | SS | ground"),
        ("G6 x F6 | S | odveta: JP", "G6 x F6 | S | back CI"),
        ("G6 x F6 | F6 vytvoří čtverec | P | S", "G6 x F6 | square | I | S"),
        ("G6 x F6 | stažení a přeskupení → D4 | J", "G6 x F6 | retire D4 | C"),
        ("G6 x F6 | S | průlom → E5", "G6 x F6 | S | through E5"),
        ("G6 x F6 | S | ověření ztráty velitele: pěchota, prapor", "G6 x F6 | S | check IF"),
        ("G6 x F6 | S | velitel unikne na D5", "G6 x F6 | S | leader retreat D5"),
        ("B dobírá kartu", "B draws"),
        ("bere Zotavení", "draw Rally"),
        ("odložení: Zotavení", "discard Rally"),
        ("Francouzi, H6-G6", "F: H6-G6"),
        ("F Napadení ve středu > H6", "F Attack Center: H6"),
        ("F Napadení ve středu: velitel z H5 se oddělí", "F Attack Center: detach H5"),
        ("F Napadení ve středu: velitel opouští H5", "F Attack Center: detach H5"),
        ("F Velký manévr: jedna jednotka", "F La Grande Manœuvre one unit"),
        ("F Zotavení: 4 P, S - doplní G6 dvakrát", "F Rally | IIIIS | rally G6 G6"),
        ("lehká jízda z H6 jde na G6", "H6-G6"),
        ("H6 na F6 přes G6", "H6-G6-F6"),
        ("G6 útočí na F6 s PP", "G6 x F6 | II"),
        ("G6 proti F6 s G5", "G6 x F6 + G5"),
        ("G6 x F6 | S | F6 odvrací útok: JP", "G6 x F6 | S | back CI"),
        ("G6 x F6 | S | odrazí útok s J", "G6 x F6 | S | back C"),
        ("G6 x F6 | pěchota vytvoří čtverec | P | S", "G6 x F6 | square | I | S"),
        ("G6 x F6 | útok: žádná kostka", "G6 x F6 | no dice"),
        ("G6 > E6 | V | nemůže ustoupit, ztratí 1 blok", "G6 > E6 | F | retreat E6 lost 1"),
        ("vzal si Zotavení", "draw Rally"),
        ("Angličané vyhráli", "result: B wins"),
        ("Francouzi se vzdali", "result: F resigns"),
    ],
}


def _moves(language: str, lines: str) -> list[Any]:
    """The moves, orders that follow one another as one."""
    moves: list[Any] = []
    for move in read_text(HEADS[language] + lines.replace(" / ", "\n") + "\n").moves[1:]:
        last = moves[-1] if moves else None
        if isinstance(move, dict) and isinstance(last, dict) and move["do"] == last["do"] == "order":
            last |= {key: [*last.get(key, ()), *move[key]] for key in ("units", "leaders") if key in move}
        else:
            moves.append(move)
    return moves


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_as_people_write_them(language: str) -> None:
    rows = [(line, _moves(language, line), _moves("en", meant)) for line, meant in WRITTEN[language]]
    assert [(line, read) for line, read, meant in rows if read != meant] == []


# What could mean two things, or nothing: the part that is a misread is told, what else the line says is not asked.
NOT_TAKEN = {
    "en": [
        "F Attack: H6",
        "F Attack H6",
        "Attack",
        "F left: H6",
        "leaders",
        "I",
        "F",
        "moves",
        "H6 to",
        "H6 G6",
        "draws 2",
        "G6 > E6 | 1 red",
        "G6 > E6 | 3 dice",
        "G6 > E6 | 2IF",
        "G6 > E6 | D",
        "G6 > E6 | F | C8-B7",
        "G6 > E6 | F | E6-E5, H3-H4",
        "G6 x F6 | S | counter-attack CI",
        "G6 x F6 | S | advances to E5",
        "G6 attaks F6",
        "F Assult Center",
        "F plays Atack Center",
        "G6 > E6 | retreets to D6",
        "B Attack Left, Attack Right",
        "F cavalry: H6",
        "F La Grande Manoeuvre unyt",
        "the infanty in H6 moves to G6",
        "G6 > E6 | F | E6 retires to D6",
        "H6 via G6",
    ],
    "fr": [
        "F Attaque : H6",
        "les Français jouent",
        "F Sonde : H6",
        "G6 > E6 | F",
        "G6 x F6 | S | contre-attaque A",
        "G6 tiire sur E6",
        "F Assut au centre",
    ],
    "cs": [
        "F útok: H6",
        "F zteč: H6",
        "F bodáky: H6",
        "G6 > E6 | C",
        "G6 x F6 | S | protiútok P",
        "G6 stříli na E6, kdo ví",
        "F Ztče ve středu",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_taken(language: str) -> None:
    rows = [(line, _moves(language, line)) for line in NOT_TAKEN[language]]
    assert [line for line, moves in rows if not any(isinstance(move, TextMisread) for move in moves)] == []


def spelt(language: str, card: str) -> str:
    """The name of a card."""
    return game_words("napoleonics", "training-1", language).spell("CARD", card)


# Several words for several things: each line, the words that are offered in place of the one that is not read.
OFFERED = [
    ("en", "G6 attaks F6", {"attacks"}),
    ("en", "G6 > E6 | reteats to D6", {"retreats"}),
    ("en", "F Attack Lext: H6", {"left"}),
    ("en", "F Force Mrach left", {"Force March"}),
    ("en", "F Cavalry Chrage: H6", {"Cavalry Charge"}),
    ("en", "G6 x F6 | S | batle back CI", {"battle back"}),
    ("en", "G6 x F6 | SSS | takes gruond", {"takes ground"}),
    ("fr", "F Pénurie de ravitailement", {"Pénurie de ravitaillement"}),
    ("fr", "F Charge à la bayonnette", {spelt("fr", "bayonet-charge")}),
    ("cs", "F Zteč na pravém kříldě", {"na pravém křídle"}),
    ("fr", "G6 x F6 | S | contre-attaque A", {"riposte"}),
    ("cs", "G6 x F6 | S | protiútok P", {"odveta"}),
    ("cs", "F bodáky: H6", {spelt("cs", "bayonet-charge"), spelt("cs", "cold-steel")}),
]


def test_what_is_offered() -> None:
    missing = []
    for language, line, offers in OFFERED:
        found = next(move for move in _moves(language, line) if isinstance(move, TextMisread))
        if not offers <= {*found.params.get("nearest", ()), *found.params["expected"]}:
            missing.append((line, found.params))
    assert missing == []


def test_a_card_without_its_side_is_played_by_whose_turn_it_is() -> None:
    text = "Scout Left: A3\nA3-A4\ndraw\nAttack Center: H6\nH6-G6\nF Probe Left: I2\nScout Right: A1\n"
    played = [move["side"] for move in _moves("en", text) if move["do"] == "play"]
    assert played == ["british", "french", "french", "british"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_site_shows_is_read_back(language: str) -> None:
    """Every move of a game as its pages tell it, each on a line."""
    header = Header(format=FORMAT, game="napoleonics", scenario="training-2", values="refsvc")
    game = open_game(header)
    moves: list[Any] = [msgspec.to_builtins(move) for move in playout(game, Seeded(3), is_annotated=False)]
    head, first = write_text(header.model_dump(exclude_none=True), [{"do": "turn", "number": 1}], language).split(
        "\n\n"
    )
    shown = [move_text(move, game, language, with_faces=True) for move in moves]
    read = read_text("\n".join([head, "", first.strip(), *shown])).moves[1:]
    assert len(read) == len(moves)
    rows = [(line, _plain(each), _plain(move)) for line, each, move in zip(shown, read, moves, strict=True)]
    assert [(line, each) for line, each, move in rows if each != move] == []


def _plain(move: Any) -> Any:
    """A move without what is told by its place."""
    if isinstance(move, TextMisread):
        return move
    return json.loads(msgspec.json.encode({key: value for key, value in move.items() if key not in ("side", "for")}))
