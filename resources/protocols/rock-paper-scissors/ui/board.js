import { connectBoard } from './parlor-board.js';

const HANDS = ['rock', 'paper', 'scissors'];
const BEATS = { rock: 'scissors', paper: 'rock', scissors: 'paper' };
const VERBS = { rock: 'blunts', paper: 'wraps', scissors: 'cut' };
/** More pips than these are only a number. */
const MOST_PIPS = 5;
const SVG = 'http://www.w3.org/2000/svg';

const byId = (id) => document.getElementById(id);

let context = null;
let view = null;
let ask = null;
let picked = null;
/** The hand that stood in the decision bar when the question of a round closed: what this seat has sealed. */
let sealed = { round: -1, hand: null };

const parlor = connectBoard({
  onContext(next) {
    context = next;
    draw();
  },
  onState(next) {
    const opened = view && next.rounds.length === view.rounds.length + 1;
    view = next;
    draw();
    if (opened) open();
  },
  onAsk(nextAsk, nextPicked) {
    if (ask && !nextAsk && view) sealed = { round: view.round, hand: picked };
    ask = nextAsk;
    picked = nextPicked;
    draw();
  },
});

const them = () => (context.role === 'host' ? 'guest' : 'host');

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
  if (!context || !view) return;
  document.querySelector('main').toggleAttribute('data-over', view.over);
  drawScore('own', 'You', view.scores[context.role]);
  drawScore('their', 'They', view.scores[them()]);
  drawRounds();
  drawArena();
  drawVerdict();
  drawHands();
}

function drawScore(side, name, wins) {
  const target = view.termination === 'first_to_win' ? view.rounds_to_win : 0;
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
  const shown = view.rounds.slice(-Math.max(1, Math.floor((innerWidth - 250) / 70)));
  const first = view.rounds.length - shown.length;
  byId('rounds').replaceChildren(
    ...shown.map((round, index) => {
      const [own, their] = [round[context.role], round[them()]];
      const cls = (seat) => (round.winner === seat || round.winner === 'draw' ? 'won' : '');
      const words = element('span', {
        className: 'aside',
        textContent: `Round ${first + index + 1}: you ${own}, they ${their}. ${outcome(round)}.`,
      });
      return element('li', {}, handOf(own, 'own', cls(context.role)), handOf(their, 'their', cls(them())), words);
    }),
  );
}

/** The hand in front of each seat: picked, sealed, or as it was opened last. */
function drawArena() {
  const last = view.rounds.at(-1);
  if (picked !== null && ask) {
    drawCard('own', 'picked', picked, ['You pick ', picked]);
    drawCard('their', 'empty', null, ['Theirs stays hidden', '']);
  } else if (!ask && !view.over && sealed.round === view.round) {
    drawCard('own', 'sealed', sealed.hand, ['Sealed: ', sealed.hand ?? 'your hand']);
    drawCard('their', 'sealed', null, ['Hidden until both are in', '']);
  } else if (last) {
    const kind = (seat) => (last.winner === 'draw' ? 'open' : last.winner === seat ? 'won' : 'lost');
    drawCard('own', kind(context.role), last[context.role], ['You: ', last[context.role]]);
    drawCard('their', kind(them()), last[them()], ['They: ', last[them()]]);
  } else {
    drawCard('own', 'empty', null, ['Your hand', '']);
    drawCard('their', 'empty', null, ['Their hand', '']);
  }
}

function drawCard(side, kind, hand, [words, strong]) {
  const card = byId(`${side}-card`);
  card.dataset.kind = kind;
  const blank = element('span', { className: 'blank', textContent: '?', ariaHidden: 'true' });
  const caption = element('figcaption', {}, words, element('b', { textContent: strong }));
  card.replaceChildren(hand ? handOf(hand, side) : blank, caption);
}

function drawVerdict() {
  const last = view.rounds.at(-1);
  const story = last ? `${stroke(last)} ${outcome(last)}.` : '';
  byId('verdict').replaceChildren(
    ...parts(story).map(([text, strong]) => (strong ? element('strong', { textContent: text }) : text)),
  );
}

/** The sentence under the hands in pieces `[text, strong]`. */
function parts(story) {
  if (view.over) {
    const winner =
      { [context.role]: 'You won. ', [them()]: 'They won. ', draw: 'A draw. ' }[view.winner] ?? 'Unfinished. ';
    return [[winner, true], [view.reason ?? '']];
  }
  const round = `Round ${view.round + 1}`;
  if (ask && picked !== null) return [[`${round}. `, true], [view.rounds.length > 0 ? scoreWords() : termsWords()]];
  if (ask) return [[story], [` ${round}: choose a hand.`, true], [story ? '' : ` ${termsWords()}`]];
  if (sealed.round === view.round) return [['Your hand is sealed. ', true], ['Both open together.']];
  return [[story || `${round}. `], [story ? '' : termsWords()]];
}

function termsWords() {
  if (view.termination === 'fixed_rounds') return `${view.best_of} rounds are played.`;
  return view.rounds_to_win === 1 ? 'One win takes it.' : `First to ${view.rounds_to_win} wins.`;
}

function scoreWords() {
  return `${view.scores[context.role]} to ${view.scores[them()]} so far.`;
}

function stroke({ host, guest, winner }) {
  if (winner === 'draw') return `Both show ${host}.`;
  const hand = winner === 'host' ? host : guest;
  return `${hand[0].toUpperCase()}${hand.slice(1)} ${VERBS[hand]} ${BEATS[hand]}.`;
}

function outcome({ winner }) {
  if (winner === 'draw') return 'Nobody scores';
  return winner === context.role ? 'You take it' : 'They take it';
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
  const words = element('span', {}, hand, element('small', { textContent: ` beats ${BEATS[hand]}` }));
  const button = element('button', { type: 'button', className: 'own' }, handOf(hand, 'own'), words);
  button.setAttribute('role', 'radio');
  button.setAttribute('aria-label', `${hand}, beats ${BEATS[hand]}`);
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
  if (!view || event.ctrlKey || event.altKey || event.metaKey) return;
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
