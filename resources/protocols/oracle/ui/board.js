/** Draws the question and a dial from no to yes, whose needle points to the answer. */
import { connectBoard, keyOf, nameOf } from './parlor-board.js';
import { wordsIn } from './words.js';

/** In the order of the dial, from left to right. */
const SIGNS = ['no', 'unlikely', 'unclear', 'likely', 'yes'];
const SVG = 'http://www.w3.org/2000/svg';
const CENTRE = { x: 120, y: 112 };
const RADIUS = 84;
/** Degrees of a segment and of the gap between two. */
const [SPAN, GAP] = [36, 3];

const byId = (id) => document.getElementById(id);
const ids = ['question', 'dial', 'sign', 'certainty', 'prompt', 'choices'];
const [question, dial, sign, certainty, prompt, choices] = ids.map(byId);

let context = null;
let words = wordsIn('en');
let record = null;
/** `{sign, certainty}` as the host sent them, or null. */
let answer = null;
/** The host's sign while the certainty is still asked for; both are sent together. */
let chosen = null;
let askedQuestion = null;
let ask = null;
let picked = null;

const parlor = connectBoard({
  draws: ({ choices }) => choices.map(({ value }) => value),
  onContext(next) {
    context = next;
    words = wordsIn(next.locale);
    document.querySelector('h1').textContent = document.title = words.title;
    parlor.size(240, 330);
    draw();
  },
  onState(state) {
    const wasWaiting = record !== null && answer === null;
    record = state.record;
    answer = record.messages.find(({ action }) => action === 'sign')?.fields ?? null;
    askedQuestion = state.talk.find(({ by }) => by === 'guest') ?? null;
    draw();
    if (wasWaiting && answer) swingNeedle();
  },
  onAsk(nextAsk, nextPicked) {
    if (nextAsk?.key !== ask?.key) choices.replaceChildren();
    if (kindOf(ask) === 'sign') chosen = picked;
    ask = nextAsk;
    picked = nextPicked;
    parlor.numbers(ordered().map(({ value }, index) => ({ number: index + 1, answer: value })));
    draw();
  },
});

function element(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

function shape(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** The kind of a question, by its answers: keys differ at a seat played by hand. */
function kindOf(question) {
  if (question === null) return null;
  if (question.entry) return 'question';
  return SIGNS.includes(question.choices[0]?.value) ? 'sign' : 'certainty';
}

function draw() {
  if (!context || !record) return;
  document.querySelector('main').toggleAttribute('data-asks', ask !== null);
  drawQuestion();
  drawAnswer();
  drawPrompt();
  drawChoices();
}

function drawQuestion() {
  // Shows the text in Parlor's field while it is being written.
  const draft = kindOf(ask) === 'question' ? picked : null;
  const text = askedQuestion?.text ?? draft;
  question.toggleAttribute('data-empty', text === null);
  // Nothing is known of a question whose text this computer doesn't have.
  question.hidden = text === null && (kindOf(ask) === 'question' || answer !== null);
  if (text === null) {
    question.textContent =
      context.role === 'host' && !record.end ? words.noQuestion(nameOf('guest', context)) : words.unseen;
    return;
  }
  const by = draft !== null ? words.own : context.role === 'guest' ? words.yours : words.asks(nameOf('guest', context));
  question.replaceChildren(element('small', { textContent: by }), element('p', { textContent: text, dir: 'auto' }));
}

const sentSign = () => answer?.sign ?? null;
/** The host's sign before it is sent. */
const draftSign = () => (kindOf(ask) === 'sign' ? picked : ask ? chosen : null);

const polar = (degrees, radius) => ({
  x: CENTRE.x - radius * Math.cos((degrees * Math.PI) / 180),
  y: CENTRE.y - radius * Math.sin((degrees * Math.PI) / 180),
});

function drawAnswer() {
  const [final, draft] = [sentSign(), draftSign()];
  const parts = SIGNS.map((name, at) => {
    const [from, to] = [polar(at * SPAN + GAP / 2, RADIUS), polar((at + 1) * SPAN - GAP / 2, RADIUS)];
    return shape('path', {
      class: 'segment',
      d: `M${from.x} ${from.y}A${RADIUS} ${RADIUS} 0 0 1 ${to.x} ${to.y}`,
      'data-on': name === final ? '' : null,
      'data-picked': name === draft && name !== final ? '' : null,
    });
  });
  const shown = final ?? draft;
  const at = polar(shown ? (SIGNS.indexOf(shown) + 0.5) * SPAN : 90, RADIUS - 22);
  parts.push(
    shape('path', {
      class: 'edge',
      d: `M${CENTRE.x - RADIUS - 11} ${CENTRE.y}A95 95 0 0 1 ${CENTRE.x + RADIUS + 11} ${CENTRE.y}`,
    }),
    shape('line', {
      class: 'needle',
      id: 'needle',
      x1: CENTRE.x,
      y1: CENTRE.y,
      x2: at.x,
      y2: at.y,
      'data-idle': shown ? null : '',
    }),
    shape('circle', { class: 'hub', cx: CENTRE.x, cy: CENTRE.y, r: 6 }),
  );
  dial.replaceChildren(...parts);
  for (const name of ['no', 'yes']) byId(name).textContent = words.sign[name];
  sign.textContent = final ? words.sign[final] : '';
  certainty.replaceChildren();
  if (!final) return;
  const pips = Array.from({ length: 5 }, () => element('i', {}));
  for (const pip of pips.slice(0, answer.certainty)) pip.dataset.on = '';
  certainty.append(
    words.certainty(answer.certainty),
    element('span', { className: 'pips', ariaHidden: 'true' }, ...pips),
  );
}

function drawPrompt() {
  const [strong, rest] = promptText();
  prompt.replaceChildren(...(strong ? [element('strong', { textContent: strong })] : []), rest ? ` ${rest}` : '');
}

function promptText() {
  const kind = kindOf(ask);
  if (kind !== null) return { question: words.ask, sign: words.choose, certainty: words.sure }[kind];
  if (sentSign()) return ['', ''];
  if (record.end) return ['', words.over];
  if (context.control_mode === 'autonomous') return ['', words.agent];
  return ['', context.role === 'guest' && askedQuestion ? words.waits(nameOf('host', context)) : ''];
}

/** The choices in the order of the dial, with "no" on the left. */
function ordered() {
  const offered = ask?.choices ?? [];
  return kindOf(ask) === 'sign' ? offered.toReversed() : offered;
}

/** Suggested questions are plain buttons; signs and certainties are radio groups with arrow keys. Each has its number key. */
function drawChoices() {
  const offered = ordered();
  const kind = kindOf(ask);
  const group = kind === 'sign' || kind === 'certainty';
  choices.setAttribute('role', group ? 'radiogroup' : 'group');
  choices.setAttribute('aria-labelledby', 'prompt');
  if (choices.children.length !== offered.length) {
    choices.replaceChildren(...offered.map(({ value }) => choiceButton(value)));
  }
  const at = Math.max(
    0,
    offered.findIndex(({ value }) => value === picked),
  );
  offered.forEach(({ value, label: name }, index) => {
    const button = choices.children[index];
    const key = element('kbd', { textContent: index + 1, ariaHidden: 'true' });
    const text = kind === 'sign' ? (words.sign[value] ?? name) : name;
    // A certainty is its own number.
    button.replaceChildren(...(kind === 'certainty' ? [String(value)] : [key, ` ${text}`]));
    if (kind === 'certainty') button.setAttribute('aria-label', words.certainty(value));
    if (group) {
      button.setAttribute('role', 'radio');
      button.setAttribute('aria-checked', String(value === picked));
      button.tabIndex = index === (focused() ?? at) ? 0 : -1;
    } else button.setAttribute('aria-pressed', String(value === picked));
  });
}

function choiceButton(value) {
  const button = element('button', { type: 'button' });
  button.addEventListener('click', () => void parlor.pick(value));
  return button;
}

function focused() {
  const at = [...choices.children].indexOf(document.activeElement);
  return at < 0 ? null : at;
}

document.addEventListener('keydown', (event) => {
  const key = keyOf(event);
  const numbered = /^[1-9]$/.test(key) ? ordered()[Number(key) - 1] : undefined;
  if (numbered === undefined) return;
  event.preventDefault();
  void parlor.pick(numbered.value);
});

choices.addEventListener('keydown', (event) => {
  const [from, key] = [focused(), keyOf(event)];
  if (from === null || key === null) return;
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
  const count = choices.children.length;
  if (step) choices.children[(from + step + count) % count].focus();
  else if (key === 'Escape' && picked !== null) void parlor.pick(null);
  else return;
  event.preventDefault();
});

/** Swings the needle from the middle when the answer arrives. */
function swingNeedle() {
  if (context.reduced_motion) return;
  const degrees = (SIGNS.indexOf(answer.sign) + 0.5) * SPAN - 90;
  const needle = byId('needle');
  needle.style.transformOrigin = `${CENTRE.x}px ${CENTRE.y}px`;
  needle.animate([{ transform: `rotate(${-degrees}deg)` }, { transform: 'none' }], {
    duration: 220,
    easing: 'cubic-bezier(.2,0,0,1)',
  });
}
