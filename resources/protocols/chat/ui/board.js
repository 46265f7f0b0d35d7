/** Draws the conversation. Messages are written in Parlor's own field; the only button is Goodbye. */
import { connectBoard } from './parlor-board.js';
import { wordsIn } from './words.js';

const [talk, status, leave] = ['talk', 'status', 'leave'].map((id) => document.getElementById(id));
/** Focusable, so that it can be scrolled with the keyboard. */
talk.tabIndex = 0;

let context = null;
let words = wordsIn('en');
let over = false;
let messages = [];
let ask = null;
/** Whether the newest message is in view. */
let atEnd = true;
/** Whether Goodbye was pressed once. It ends the conversation for both, so it takes a second press. */
let isLeaving = false;

const parlor = connectBoard({
  draws: ({ choices }) => choices.map(({ value }) => value),
  onContext(next) {
    context = next;
    words = wordsIn(next.locale);
    document.querySelector('h1').textContent = document.title = words.title;
    talk.ariaLabel = words.log;
    talk.replaceChildren();
    drawTalk();
    drawFoot();
  },
  onState({ record, talk: spoken }) {
    over = record.end !== null;
    messages = spoken;
    drawTalk();
    drawFoot();
  },
  onAsk(next) {
    if (next?.key !== ask?.key) isLeaving = false;
    ask = next;
    drawFoot();
  },
});

function element(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

/** Appends new messages. Redraws everything if the shown ones no longer match, as when a replay steps back. */
function drawTalk() {
  if (!context) return;
  const shown = [...talk.querySelectorAll('.said')].map((node) => Number(node.dataset.number));
  const isContinued = shown.every((number, at) => messages[at]?.number === number);
  if (!isContinued || shown.length === 0) {
    talk.replaceChildren();
    if (messages.length === 0) talk.append(element('p', { className: 'note', textContent: words.empty }));
    else if (messages[0].number > 1) talk.append(element('p', { className: 'note', textContent: words.earlier }));
  }
  const from = isContinued ? shown.length : 0;
  messages.slice(from).forEach((message, index) => {
    const node = messageNode(message, messages[from + index - 1]);
    talk.append(node);
    if (shown.length > 0 && !context.reduced_motion) node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160 });
  });
  const isOwn = messages.at(-1)?.by === context.role;
  if (messages.length > from && (atEnd || isOwn || shown.length === 0)) talk.scrollTop = talk.scrollHeight;
}

function messageNode({ number, by, text: spoken, at }, before) {
  const isOwn = by === context.role;
  const name = isOwn ? words.you : context.names?.[by] || words.them;
  const text = element('p', { textContent: spoken, dir: 'auto' });
  const when = element('time', { textContent: timeOf(at), dateTime: new Date(at).toISOString() });
  const who = element('div', { className: 'by' }, element('b', { textContent: name, dir: 'auto' }), when);
  const continuation = before?.by === by ? 'more' : '';
  const node = element('div', { className: `said ${isOwn ? 'own' : 'their'} ${continuation}` }, who, text);
  node.dataset.number = number;
  return node;
}

const timeOf = (at) => new Intl.DateTimeFormat(context.locale, { hour: '2-digit', minute: '2-digit' }).format(at);

function drawFoot() {
  if (!context) return;
  status.toggleAttribute('data-over', over);
  status.textContent = over ? words.over : context.control_mode === 'autonomous' ? words.agent : ask ? words.write : '';
  leave.hidden = !(ask?.choices.some(({ value }) => value === false) ?? false);
  leave.toggleAttribute('data-armed', isLeaving);
  leave.textContent = isLeaving ? words.sure : words.leave;
}

leave.addEventListener('click', () => {
  if (isLeaving) void parlor.pick(false);
  isLeaving = !isLeaving;
  drawFoot();
});
talk.addEventListener('scroll', () => {
  atEnd = talk.scrollHeight - talk.scrollTop - talk.clientHeight < 40;
});
// Keeps the newest message in view when the frame shrinks.
new ResizeObserver(() => {
  if (atEnd) talk.scrollTop = talk.scrollHeight;
}).observe(talk);
