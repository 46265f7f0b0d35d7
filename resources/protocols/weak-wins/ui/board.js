import { gainOf, gameOf } from './game.js';
import { connectBoard } from './parlor-board.js';
import { bidSlider } from './slider.js';
import { wordsIn } from './words.js';

const byId = (id) => document.getElementById(id);

let context = null;
let words = wordsIn('en');
let game = null;
let ask = null;
let picked = null;
/** The bid that stood in the decision bar when the question of a round closed: what this seat has sealed. */
let sealed = { round: -1, bid: null };

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
    if (ask && !nextAsk && game) sealed = { round: game.round, bid: picked };
    ask = nextAsk;
    picked = nextPicked;
    draw();
  },
});

const slider = bidSlider(byId('bidding'), (bid) => void parlor.pick(bid));
byId('rest').addEventListener('click', () => {
  const last = lastBid();
  if (last !== null) void parlor.pick(last);
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || picked === null) return;
  event.preventDefault();
  void parlor.pick(null);
});

function speak(language) {
  words = language;
  document.querySelector('h1').textContent = document.title = words.title;
  byId('rounds').ariaLabel = words.rounds;
  byId('arena').ariaLabel = words.arena;
  for (const button of document.querySelectorAll('[data-step]')) {
    button.ariaLabel = words.step(Number(button.dataset.step));
  }
}

const them = () => (context.role === 'host' ? 'guest' : 'host');
/** A person's own word: kept apart from the direction of the text around it. */
const theirName = () => (context.names?.[them()] ? `\u2068${context.names[them()]}\u2069` : words.their);

function element(name, properties = {}, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

function draw() {
  if (!context || !game) return;
  document.querySelector('main').toggleAttribute('data-over', game.over);
  drawScore('own', words.own, game[context.role].score);
  drawScore('their', theirName(), game[them()].score);
  drawRounds();
  drawArena();
  drawVerdict();
  drawBidding();
}

function drawScore(side, name, score) {
  byId(`${side}-score`).replaceChildren(
    element('span', { className: 'mark', ariaHidden: 'true' }),
    element('span', { className: 'name', textContent: name }),
    element('b', { textContent: score }),
  );
}

/** The latest rounds that fit, oldest first, the own bid above the other; the lower bid stands out. */
function drawRounds() {
  const shown = game.rounds.slice(-Math.max(1, Math.floor((innerWidth - 250) / 48)));
  const first = game.rounds.length - shown.length;
  byId('rounds').replaceChildren(
    ...shown.map((round, index) => {
      const [own, their] = [round[context.role], round[them()]];
      const bid = (value, seat) =>
        element('span', {
          className: round.winner === seat || round.winner === 'draw' ? 'won' : '',
          textContent: value,
          ariaHidden: 'true',
        });
      const told = element('span', {
        className: 'aside',
        textContent: words.past(first + index + 1, own, their, outcome(round)),
      });
      return element('li', {}, bid(own, context.role), bid(their, them()), told);
    }),
  );
}

/** The bid in front of each seat: picked, sealed, or as it was opened last; below it what is left. */
function drawArena() {
  const last = game.rounds.at(-1);
  if (ask && picked !== null) {
    drawCard('own', 'picked', picked, words.pick);
    drawCard('their', 'empty', null, words.hidden);
  } else if (isSealed()) {
    const bid = sealed.round === game.round ? sealed.bid : null;
    drawCard('own', 'sealed', bid, words.sealed[0]);
    drawCard('their', 'sealed', null, words.sealed[1]);
  } else if (last) {
    const fate = (seat) => (last.winner === 'draw' ? 'open' : last.winner === seat ? 'won' : 'lost');
    drawCard('own', fate(context.role), last[context.role], words.gained(gainOf(last, context.role)));
    drawCard('their', fate(them()), last[them()], words.gained(gainOf(last, them())));
  } else {
    drawCard('own', 'empty', null, words.empty[0]);
    drawCard('their', 'empty', null, words.empty[1]);
  }
}

/** A replay has no question that closed, but the commitment. */
const isSealed = () => !ask && !game.over && (game.committed || sealed.round === game.round);

function drawCard(side, kind, bid, caption) {
  const card = byId(`${side}-card`);
  const { left } = game[side === 'own' ? context.role : them()];
  card.dataset.kind = kind;
  card.style.setProperty('--left', String(Math.max(0, left) / game.total_points));
  card.replaceChildren(
    element('span', { className: 'bid', textContent: bid ?? '?', ariaHidden: String(bid === null) }),
    element('figcaption', {}, caption),
    element('span', { className: 'purse', ariaHidden: 'true' }),
    element('span', { className: 'left', textContent: words.left(left) }),
  );
}

function drawVerdict() {
  byId('verdict').replaceChildren(
    ...parts().map(([text, strong]) => (strong ? element('strong', { textContent: text }) : text)),
  );
}

/** The sentence under the bids in pieces `[text, strong]`. */
function parts() {
  const last = game.rounds.at(-1);
  if (game.over) {
    const end = { [context.role]: 'own', [them()]: 'their', draw: 'draw' }[winner()] ?? 'none';
    const score = words.score(game[context.role].score, game[them()].score);
    return [[words.over[end], true], [game.completed ? score : '']];
  }
  const round = words.round(game.round + 1, game.total_rounds);
  if (isSealed()) return [[words.wait[0], true], [words.wait[1]]];
  if (ask && lastBid() !== null) return [[words.last[0], true], [words.last[1]]];
  const story = last ? outcome(last) : words.rule;
  return [[`${round} `, true], [story]];
}

/** After the last result the record has no end yet for a moment. */
function winner() {
  if (game.winner !== null || !game.completed) return game.winner;
  if (game.host.score === game.guest.score) return 'draw';
  return game.host.score > game.guest.score ? 'host' : 'guest';
}

function outcome(round) {
  if (round.winner === 'draw') return words.same(round.host);
  return round.winner === context.role
    ? words.ownGain(gainOf(round, context.role))
    : words.theirGain(gainOf(round, them()));
}

/** The only bid of the last round, null before it. */
const lastBid = () => (ask && !ask.entry ? (ask.choices[0]?.value ?? null) : null);

function drawBidding() {
  const { left } = game[context.role];
  const last = lastBid();
  const rest = byId('rest');
  byId('bidding').toggleAttribute('data-last', last !== null);
  rest.textContent = last === null ? '' : words.rest(last);
  rest.setAttribute('aria-pressed', String(last !== null && picked === last));
  const isTyped = Number.isInteger(picked);
  const held = isSealed() && Number.isInteger(sealed.bid) ? sealed.bid : null;
  slider.update({
    max: ask?.entry?.max ?? Math.max(0, left),
    enabled: Boolean(ask?.entry),
    value: isTyped ? picked : (held ?? Math.floor(Math.max(0, left) / Math.max(1, game.total_rounds - game.round))),
    picked: isTyped,
    label: words.slider,
    text: (bid) => words.bid(bid, left - bid),
  });
}

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
