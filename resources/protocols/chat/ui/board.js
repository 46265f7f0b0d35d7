import { connectBoard } from './parlor-board.js';
import { wordsIn } from './words.js';

const [talk, status, leave] = ['talk', 'status', 'leave'].map((id) => document.getElementById(id));
/** It scrolls, and keys must reach it. */
talk.tabIndex = 0;

let context = null;
let words = wordsIn('en');
let over = false;
let lines = [];
let ask = null;
/** The newest line is in sight. */
let atEnd = true;
/** Goodbye ends it for both, so it takes a second press. */
let leaving = false;

const parlor = connectBoard({
  onContext(next) {
    context = next;
    words = wordsIn(next.locale);
    document.querySelector('h1').textContent = document.title = words.title;
    talk.ariaLabel = words.log;
    talk.replaceChildren();
    drawTalk();
    drawFoot();
  },
  onState({ record, talk: said }) {
    over = record.end !== null;
    lines = said;
    drawTalk();
    drawFoot();
  },
  onAsk(next) {
    if (next?.key !== ask?.key) leaving = false;
    ask = next;
    drawFoot();
  },
});

function element(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

/** Adds what is new; a whole other conversation, as when a replay steps back, is drawn afresh. */
function drawTalk() {
  if (!context) return;
  const shown = [...talk.querySelectorAll('.said')].map((node) => Number(node.dataset.number));
  const grows = shown.every((number, at) => lines[at]?.number === number);
  if (!grows || shown.length === 0) {
    talk.replaceChildren();
    if (lines.length === 0) talk.append(element('p', { className: 'note', textContent: words.empty }));
    else if (lines[0].number > 1) talk.append(element('p', { className: 'note', textContent: words.earlier }));
  }
  const from = grows ? shown.length : 0;
  lines.slice(from).forEach((line, index) => {
    const node = lineOf(line, lines[from + index - 1]);
    talk.append(node);
    if (shown.length > 0 && !context.reduced_motion) node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160 });
  });
  const own = lines.at(-1)?.by === context.role;
  if (lines.length > from && (atEnd || own || shown.length === 0)) talk.scrollTop = talk.scrollHeight;
}

function lineOf({ number, by, text: spoken, at }, before) {
  const own = by === context.role;
  const name = own ? words.you : context.names?.[by] || words.them;
  const said = element('p', { textContent: spoken, dir: 'auto' });
  const when = element('time', { textContent: timeOf(at), dateTime: new Date(at).toISOString() });
  const who = element('div', { className: 'by' }, element('b', { textContent: name, dir: 'auto' }), when);
  const more = before?.by === by ? 'more' : '';
  const node = element('div', { className: `said ${own ? 'own' : 'their'} ${more}` }, who, said);
  node.dataset.number = number;
  return node;
}

const timeOf = (at) => new Intl.DateTimeFormat(context.locale, { hour: '2-digit', minute: '2-digit' }).format(at);

function drawFoot() {
  if (!context) return;
  status.toggleAttribute('data-over', over);
  status.textContent = over ? words.over : context.control_mode === 'autonomous' ? words.agent : ask ? words.write : '';
  leave.hidden = !(ask?.choices.some(({ value }) => value === false) ?? false);
  leave.toggleAttribute('data-armed', leaving);
  leave.textContent = leaving ? words.sure : words.leave;
}

leave.addEventListener('click', () => {
  if (leaving) void parlor.pick(false);
  leaving = !leaving;
  drawFoot();
});
talk.addEventListener('scroll', () => {
  atEnd = talk.scrollHeight - talk.scrollTop - talk.clientHeight < 40;
});
// Where there is less room, the newest line stays in sight.
new ResizeObserver(() => {
  if (atEnd) talk.scrollTop = talk.scrollHeight;
}).observe(talk);
