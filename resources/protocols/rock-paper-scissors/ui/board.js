import { BEATS, gameOf } from './game.js';
import { connectBoard } from './parlor-board.js';
import { wordsIn } from './words.js';

const HANDS = ['rock', 'paper', 'scissors'];
/** More pips than these are only a number. */
const MOST_PIPS = 5;
const SVG = 'http://www.w3.org/2000/svg';

const byId = (id) => document.getElementById(id);

let context = null;
let words = wordsIn('en');
let game = null;
let ask = null;
let picked = null;
/** The hand that stood in the decision bar when the question of a round closed: what this seat has sealed. */
let sealed = { round: -1, hand: null };

const parlor = connectBoard({
  onContext(next) {
    context = next;
    speak(wordsIn(next.locale));
    draw();
  },
  onState({ record }) {
    const next = gameOf(record);
    const opened = game && next.round === game.round + 1;
    game = next;
    draw();
    if (opened) open();
  },
  onAsk(nextAsk, nextPicked) {
    if (ask && !nextAsk && game) sealed = { round: game.round, hand: picked };
    ask = nextAsk;
    picked = nextPicked;
    draw();
  },
});

function speak(language) {
  if (language === words) return;
  words = language;
  document.querySelector('h1').textContent = document.title = words.title;
  byId('rounds').ariaLabel = words.rounds;
  byId('arena').ariaLabel = words.arena;
  byId('hands').replaceChildren();
}

const them = () => (context.role === 'host' ? 'guest' : 'host');
/** A person's own word: kept apart from the direction of the text around it. */
const theirName = () => (context.names?.[them()] ? `\u2068${context.names[them()]}\u2069` : words.their);

function element(name, properties = {}, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

function handOf(name, side, cls = '') {
  const svg = document.createElementNS(SVG, 'svg');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#${name}`);
  svg.setAttribute('viewBox', '0 0 120 150');
  svg.setAttribute('class', `hand ${side} ${cls}`);
  svg.setAttribute('aria-hidden', 'true');
  svg.append(use);
  return svg;
}

function draw() {
  if (!context || !game) return;
  document.querySelector('main').toggleAttribute('data-over', game.over);
  drawScore('own', words.own, game.scores[context.role]);
  drawScore('their', theirName(), game.scores[them()]);
  drawRounds();
  drawArena();
  drawVerdict();
  drawHands();
}

function drawScore(side, name, wins) {
  const target = game.termination === 'first_to_win' ? game.rounds_to_win : 0;
  const pips = Array.from({ length: target <= MOST_PIPS ? target : 0 }, (_, index) =>
    element('span', { className: `pip ${index < wins ? 'won' : ''}` }),
  );
  byId(`${side}-score`).replaceChildren(
    element('span', { textContent: name }),
    element('b', { className: 'wins', textContent: wins }),
    ...pips,
  );
}

/** The latest rounds that fit, oldest first, each with both hands; the round's winner stands out. */
function drawRounds() {
  const shown = game.rounds.slice(-Math.max(1, Math.floor((innerWidth - 250) / 70)));
  const first = game.rounds.length - shown.length;
  byId('rounds').replaceChildren(
    ...shown.map((round, index) => {
      const [own, their] = [round[context.role], round[them()]];
      const cls = (seat) => (round.winner === seat || round.winner === 'draw' ? 'won' : '');
      const told = element('span', {
        className: 'aside',
        textContent: words.past(first + index + 1, words.hand[own], words.hand[their], outcome(round)),
      });
      return element('li', {}, handOf(own, 'own', cls(context.role)), handOf(their, 'their', cls(them())), told);
    }),
  );
}

/** The hand in front of each seat: picked, sealed, or as it was opened last. */
function drawArena() {
  const last = game.rounds.at(-1);
  if (picked !== null && ask) {
    drawCard('own', 'picked', picked, [words.pick[0], words.hand[picked]]);
    drawCard('their', 'empty', null, [words.pick[1], '']);
  } else if (isSealed()) {
    const hand = sealed.round === game.round ? sealed.hand : null;
    drawCard('own', 'sealed', hand, [words.sealed[0], words.hand[hand] ?? words.sealed[1]]);
    drawCard('their', 'sealed', null, [words.sealed[2], '']);
  } else if (last) {
    const fate = (seat) => (last.winner === 'draw' ? 'open' : last.winner === seat ? 'won' : 'lost');
    const shown = (seat, said) => [said, words.hand[last[seat]]];
    drawCard('own', fate(context.role), last[context.role], shown(context.role, words.shown(words.own)));
    drawCard('their', fate(them()), last[them()], shown(them(), words.shown(theirName())));
  } else {
    drawCard('own', 'empty', null, [words.empty[0], '']);
    drawCard('their', 'empty', null, [words.empty[1], '']);
  }
}

/** A replay has no question that closed, but the commitment. */
const isSealed = () => !ask && !game.over && (game.committed || sealed.round === game.round);

function drawCard(side, kind, hand, [said, strong]) {
  const card = byId(`${side}-card`);
  card.dataset.kind = kind;
  const blank = element('span', { className: 'blank', textContent: '?', ariaHidden: 'true' });
  const caption = element('figcaption', {}, said, element('b', { textContent: strong }));
  card.replaceChildren(hand ? handOf(hand, side) : blank, caption);
}

function drawVerdict() {
  const last = game.rounds.at(-1);
  const story = last ? words.story(stroke(last), outcome(last)) : '';
  byId('verdict').replaceChildren(
    ...parts(story).map(([text, strong]) => (strong ? element('strong', { textContent: text }) : text)),
  );
}

/** The sentence under the hands in pieces `[text, strong]`. */
function parts(story) {
  if (game.over) {
    const end = { [context.role]: 'own', [them()]: 'their', draw: 'draw' }[game.winner] ?? 'none';
    return [[words.over[end], true], [reason()]];
  }
  const round = words.round(game.round + 1);
  const begins = `${round}${words.roundEnd}`;
  if (ask && picked !== null) return [[begins, true], [game.rounds.length > 0 ? scoreWords() : termsWords()]];
  if (ask) return [[story], [words.choose(round), true], [story ? '' : `${words.beside}${termsWords()}`]];
  if (isSealed()) return [[words.wait[0], true], [words.wait[1]]];
  return [[story || begins], [story ? '' : termsWords()]];
}

/** How the winner took its last round, and the score. */
function reason() {
  if (!game.completed) return '';
  const taken = game.rounds.findLast(({ winner }) => winner === game.winner);
  const story = taken && game.winner !== 'draw' ? stroke(taken) : '';
  return words.final(story, game.scores[context.role], game.scores[them()], game.round);
}

function termsWords() {
  return game.termination === 'fixed_rounds' ? words.fixed(game.best_of) : words.firstTo(game.rounds_to_win);
}

function scoreWords() {
  return words.score(game.scores[context.role], game.scores[them()]);
}

function stroke({ host, guest, winner }) {
  return winner === 'draw' ? words.same(words.hand[host]) : words.stroke[winner === 'host' ? host : guest];
}

function outcome({ winner }) {
  return words.outcome[winner === 'draw' ? 'draw' : winner === context.role ? 'own' : 'their'];
}

/** Three radio buttons; arrows move, Enter and Space pick, 1 to 3 pick at once. */
function drawHands() {
  const group = byId('hands');
  if (group.children.length === 0) group.append(...HANDS.map(handButton));
  const at = focused();
  [...group.children].forEach((button, index) => {
    const hand = HANDS[index];
    button.setAttribute('aria-checked', String(ask !== null && hand === picked));
    button.setAttribute('aria-disabled', String(!legal(hand)));
    button.tabIndex = index === (at ?? Math.max(0, HANDS.indexOf(picked))) ? 0 : -1;
  });
}

function handButton(hand) {
  const [name, loser] = [words.hand[hand], words.hand[BEATS[hand]]];
  const label = element('span', {}, name, element('small', { textContent: ` ${words.beats(loser)}` }));
  const button = element('button', { type: 'button', className: 'own' }, handOf(hand, 'own'), label);
  button.setAttribute('role', 'radio');
  button.setAttribute('aria-label', words.choice(name, loser));
  button.addEventListener('click', () => pick(hand));
  return button;
}

const legal = (hand) => ask?.choices.some(({ value }) => value === hand) ?? false;

function pick(hand) {
  if (legal(hand)) void parlor.pick(hand);
}

/** The index of the button that has the keyboard's focus, or null. */
function focused() {
  const at = [...byId('hands').children].indexOf(document.activeElement);
  return at < 0 ? null : at;
}

document.addEventListener('keydown', (event) => {
  if (!game || event.ctrlKey || event.altKey || event.metaKey) return;
  const from = focused() ?? Math.max(0, HANDS.indexOf(picked));
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (step) byId('hands').children[(from + step + HANDS.length) % HANDS.length].focus();
  else if (/^[1-3]$/.test(event.key)) pick(HANDS[Number(event.key) - 1]);
  else if (event.key === 'Escape' && picked !== null) void parlor.pick(null);
  else return;
  event.preventDefault();
});

/** Turns both cards over, once, when a round has been opened. */
function open() {
  if (context.reduced_motion) return;
  for (const card of [byId('own-card'), byId('their-card')]) {
    card.animate([{ transform: 'scaleX(.2)' }, { transform: 'none' }], {
      duration: 220,
      easing: 'cubic-bezier(.2,0,0,1)',
    });
  }
}

addEventListener('resize', draw);
