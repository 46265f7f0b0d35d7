/**
 * Connects a board to Parlor with JSON-RPC 2.0 over a MessagePort, and has what most boards need besides: keys, reasons, endings.
 * Copy this file into your board's folder and import it. A board draws the table and picks answers; Parlor's decision bar, outside
 * the frame, plays them.
 */

/**
 * Waits for Parlor's port and then calls back with every update (types: parlor-board.d.ts).
 * `onContext(context)`: theme, seat and options. `onState({ record, view, seq, talk })`: what has happened at the table.
 * `onAsk(ask, picked, deadlineAt)`: the open question, the answer in the decision bar and the deadline, each of them or null.
 * `draws(ask)`: the answers to a question that can be picked on the board, as a list; Parlor lists all others beside it.
 * `ahead`: true if the board shows questions that are not asked yet: `ask.ahead`, during the other side's turn.
 * `onMarks({ played, line })`: in the analysis of a finished game, what to mark in the latest state, or null; a new state has no marks.
 */
export function connectBoard({
  onContext = () => {},
  onState = () => {},
  onAsk = () => {},
  onMarks = null,
  draws = null,
  ahead = false,
}) {
  let port = null;
  // Version 1 of the contract has no `version` in the context.
  let context = { version: 1 };
  let ask = null;
  /** The answer in the decision bar. Updated before Parlor confirms a pick, so that fast key presses build on each other. */
  let picked = null;
  /** The answer that Parlor last confirmed. */
  let confirmed = null;
  /** The latest pick that Parlor has not confirmed yet. */
  let sending = null;
  let deadlineAt = null;
  let lastId = 0;
  const pending = new Map();

  const post = (message) => port?.postMessage({ jsonrpc: '2.0', ...message });
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      pending.set(lastId, { resolve, reject });
      post({ id: lastId, method, params });
    });

  const takeContext = (changes) => {
    context = { ...context, ...changes };
    const root = document.documentElement;
    root.lang = context.locale;
    root.dir = context.dir ?? 'ltr';
    root.dataset.theme = context.theme;
    root.dataset.motion = context.reduced_motion ? 'reduced' : 'full';
    root.dataset.pieces = context.distinct_pieces ? 'distinct' : 'standard';
    root.style.setProperty('--parlor-text', context.text_scale ?? 1);
    for (const [name, value] of Object.entries(context.tokens ?? {})) root.style.setProperty(`--parlor-${name}`, value);
    onContext(context);
  };

  keepFocus();

  const handlers = {
    'ui/context': takeContext,
    'ui/state': ({ record, view = null, seq, talk }) => onState({ record, view, seq, talk }),
    'ui/ask': (params) => {
      const shown = picked;
      ask = params.ask;
      confirmed = params.picked;
      if (sending === null || sending.key !== ask?.key) picked = confirmed;
      deadlineAt = params.deadline_at;
      onAsk(ask, picked, deadlineAt);
      if (picked !== null && picked !== shown) requestAnimationFrame(scrollToPicked);
      if (ask && context.draws) post({ method: 'ui/draws', params: { key: ask.key, answers: draws(ask) } });
    },
    'ui/marks': ({ marks }) => onMarks?.(marks),
    'ui/ping': () => {},
  };

  const receive = ({ data }) => {
    if (data.method === undefined) {
      const { resolve, reject } = pending.get(data.id) ?? {};
      pending.delete(data.id);
      if (data.error) reject?.(new Error(data.error.message));
      else resolve?.(data.result);
      return;
    }
    const handler = handlers[data.method];
    if (handler) handler(data.params ?? {});
    // The callbacks may have replaced the focused element.
    if (document.hasFocus()) resumeFocus();
    if (data.id === undefined) return;
    post(handler ? { id: data.id, result: {} } : { id: data.id, error: { code: -32601, message: 'method not found' } });
  };

  const start = async ({ source, data, ports: [offered] }) => {
    if (port || source !== window.parent || data?.type !== 'parlor-init' || !offered) return;
    port = offered;
    port.onmessage = receive;
    const shows = { ...(onMarks && { marks: true }), ...(draws && { draws: true }), ...(ahead && { ahead }) };
    takeContext(await request('ui/initialize', shows));
  };
  window.addEventListener('message', start);

  const log = (level, text) => post({ method: 'ui/log', params: { level, text: String(text).slice(0, 2000) } });
  const size = (height, width = 0) => post({ method: 'ui/size', params: { height, width } });
  const pick = async (chosen, { plays = true } = {}) => {
    if (!ask) return null;
    const { key } = ask;
    // A second pick takes back what waits for the next turn.
    const answer = ask.ahead && plays && chosen === picked ? null : chosen;
    const thisPick = { key };
    sending = thisPick;
    if (picked !== answer) {
      picked = answer;
      onAsk(ask, picked, deadlineAt);
    }
    try {
      const result = await request('ui/answer', { key, answer, ...(plays ? {} : { plays }) });
      if (ask?.key === key) confirmed = result.picked;
    } catch (error) {
      log('warning', `pick refused: ${error.message}`);
    }
    if (sending === thisPick) {
      sending = null;
      if (ask?.key === key && picked !== confirmed) {
        picked = confirmed;
        onAsk(ask, picked, deadlineAt);
      }
    }
    return picked;
  };
  const numbers = (shown) => post({ method: 'ui/numbers', params: { numbers: shown } });
  return { pick, size, log, numbers };
}

/** What was picked outside of the board, such as typed in Parlor's bar, may be out of sight where the page has to scroll. */
function scrollToPicked() {
  const picked = document.querySelector('[aria-checked="true"], [aria-selected="true"], [aria-pressed="true"]');
  picked?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** The element that had the keyboard focus last. */
let lastFocused = null;

/** Parlor takes the focus out of the page to play a pick, and returns it to the page, but not to the element that had it. */
function keepFocus() {
  document.addEventListener('focusin', ({ target }) => {
    lastFocused = target;
  });
  window.addEventListener('focus', resumeFocus);
}

/** Moves a focus that no element has to where it was, or else to where Tab begins. */
function resumeFocus() {
  if (lastFocused === null || document.activeElement !== document.body) return;
  lastFocused.focus();
  for (const element of document.querySelectorAll('button, [tabindex="0"]')) {
    if (document.activeElement !== document.body) return;
    if (element.tabIndex === 0) element.focus();
  }
}

/**
 * The key that a person meant, as in `event.key`, or null: an input method is composing (229 is the key code of its keys), or it is a
 * shortcut. Digits are found on every layout, also where the row of digits needs Shift.
 */
export function keyOf({ key, code, keyCode, isComposing, ctrlKey, altKey, metaKey, shiftKey }) {
  if (isComposing || keyCode === 229 || ctrlKey || altKey || metaKey) return null;
  if ([...key].length !== 1) return key;
  const typed = key.normalize('NFKC');
  const [, digit] = /^(?:Digit|Numpad)([0-9])$/.exec(code) ?? [];
  return digit !== undefined && !shiftKey ? digit : typed;
}

/**
 * Finds places that people type by the names that the board shows, such as `h12`: those in `data-name` of the elements in `container`.
 * The function that is returned takes each key of `keyOf` and returns the element of the name typed so far, to move the focus to, or
 * null.
 */
export function typedPlaces(container) {
  let typed = '';
  return (key) => {
    typed = /^[a-z0-9]$/i.test(key) ? typed + key.toLowerCase() : '';
    const places = [...container.querySelectorAll('[data-name]')];
    const nameOf = ({ dataset }) => dataset.name.toLowerCase();
    while (typed !== '' && !places.some((place) => nameOf(place).startsWith(typed))) typed = typed.slice(1);
    return places.find((place) => nameOf(place) === typed) ?? null;
  };
}

const SVG = 'http://www.w3.org/2000/svg';

function svg(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** For `onMarks`: a ring of the radius `r` around the move that was played, as an SVG element. */
export function playedMark({ x, y }, r) {
  const ring = { cx: x, cy: y, r, 'stroke-width': r / 6 };
  return svg(
    'g',
    { class: 'parlor-played' },
    svg('circle', { ...ring, class: 'parlor-halo', 'stroke-width': r / 3 }),
    svg('circle', ring),
  );
}

/**
 * For `onMarks`: a move of the best line with its number, from 1, as an SVG element. `piece` is its `data-piece`, by which the board's style
 * sheet gives it the colours of the piece that is placed: `--parlor-step` and `--parlor-step-ink`.
 */
export function lineMark({ x, y }, r, number, piece = '') {
  const ring = { r: r * 0.92, 'stroke-width': r / 6, 'stroke-dasharray': `${r / 3} ${r / 4}` };
  const circles = [svg('circle', { cx: x, cy: y, r }), svg('circle', { class: 'parlor-ring', cx: x, cy: y, ...ring })];
  const text = svg('text', { x, y, 'font-size': r * 1.15 }, String(number));
  const mark = { class: number === 1 ? 'parlor-step parlor-best' : 'parlor-step', 'data-piece': piece };
  return svg('g', mark, ...circles, text);
}

/** How long what a round revealed stays in view. */
const revealMs = 8000;

/**
 * Keeps what a round revealed in view, whatever happens by itself meanwhile: `held` is true from `begin()` until `end()`, which the board
 * calls when the person goes on, or for eight seconds. `onEnd` draws what has happened since.
 */
export function holdReveal(onEnd) {
  let timer = null;
  const end = () => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    onEnd();
  };
  const begin = () => {
    clearTimeout(timer);
    timer = setTimeout(end, revealMs);
  };
  return {
    get held() {
      return timer !== null;
    },
    begin,
    end,
  };
}

let reason = null;
let reasonTimer = null;

/** Says why a place can't be chosen: shown beside `element` for four seconds, and spoken. */
export function explain(text, element) {
  hideReason();
  reason = document.createElement('p');
  reason.className = 'parlor-reason';
  reason.setAttribute('role', 'alert');
  reason.dir = 'auto';
  document.body.append(reason);
  // An alert is spoken when its text changes, not when it is added with one.
  reason.textContent = text;
  const [place, box] = [element.getBoundingClientRect(), reason.getBoundingClientRect()];
  const within = (at, length, room) => Math.max(4, Math.min(room - length - 4, at));
  const above = place.top - box.height - 6;
  reason.style.left = `${within(place.left + (place.width - box.width) / 2, box.width, innerWidth)}px`;
  reason.style.top = `${within(above >= 4 ? above : place.bottom + 6, box.height, innerHeight)}px`;
  reasonTimer = setTimeout(hideReason, 4000);
}

function hideReason() {
  clearTimeout(reasonTimer);
  reason?.remove();
  reason = null;
}

const unnamed = { en: 'The other side', 'zh-CN': '对方' };

/**
 * What a sentence calls the side at `seat`: its name in the context, in Unicode isolates, so that its writing direction doesn't affect the
 * text around it. In Chinese, a space follows a name in other letters.
 */
export function nameOf(seat, { names, locale }) {
  const name = names?.[seat];
  if (!name) return unnamed[locale] ?? unnamed.en;
  return locale === 'zh-CN' && !/\p{Script=Han}$/u.test(name) ? `\u2068${name}\u2069 ` : `\u2068${name}\u2069`;
}

/** How a table ended and why nothing can be chosen, by language. `name`: the other side's as by `nameOf`, or empty if it has none. */
const sentences = {
  en(name) {
    const they = name || 'They';
    const their = name ? `${name}’s` : 'Their';
    return {
      won: { own: 'You won.', their: `${they} won.`, draw: 'A draw.', none: 'It is over.' },
      unfinished: ['Unfinished.', 'Nobody won.'],
      left: { own: 'You left the table.', their: `${they} left the table.` },
      out_of_time: { own: 'You ran out of time.', their: `${they} ran out of time.` },
      closed: { own: 'You closed Parlor.', their: `${they} closed Parlor.` },
      code_failed: { own: 'Your player code failed.', their: `${their} player code failed.` },
      refused_message: { own: `${their} message was refused.`, their: `${they} refused a message.` },
      unsaved: { own: "The game couldn't be saved.", their: `${they} couldn't save the game.` },
      silent: { own: 'You stopped responding.', their: `${they} stopped responding.` },
      resigned: { own: 'You resigned.', their: `${they} resigned.` },
      decision_timeout: { own: 'You ran out of time.', their: `${they} ran out of time.` },
      over: 'The game is over.',
      waiting: 'It is not your turn.',
    };
  },
  'zh-CN'(name) {
    const they = name || unnamed['zh-CN'];
    return {
      won: { own: '你赢了。', their: `${they}赢了。`, draw: '平局。', none: '已结束。' },
      unfinished: ['未完成。', '未分胜负。'],
      left: { own: '你离开了这一桌。', their: `${they}离开了这一桌。` },
      out_of_time: { own: '你超时了。', their: `${they}超时了。` },
      closed: { own: '你关闭了 Parlor。', their: `${they}关闭了 Parlor。` },
      code_failed: { own: '你的玩法程序出错了。', their: `${they}的玩法程序出错了。` },
      refused_message: { own: `${they}的消息被拒绝。`, their: `${they}拒绝了一条消息。` },
      unsaved: { own: '对局无法保存。', their: `${they}无法保存对局。` },
      silent: { own: '你不再响应。', their: `${they}不再响应。` },
      resigned: { own: '你认输了。', their: `${they}认输了。` },
      decision_timeout: { own: '你超时了。', their: `${they}超时了。` },
      over: '对局已结束。',
      waiting: '还没轮到你。',
    };
  },
};
const sentencesIn = (locale, name = '') => (sentences[locale] ?? sentences.en)(name);

/**
 * How a table ended, for the person at `seat`, in the language of `locale`. `names` of the context name the other side, in Unicode isolates,
 * so that a name's writing direction doesn't affect the sentence. `detail` is empty if the game itself decided.
 */
export function endOf({ seat, end: { completed = true, winner, conceded, stopped } }, locale, names = {}) {
  const other = seat === 'host' ? 'guest' : 'host';
  const words = sentencesIn(locale, names[other] && nameOf(other, { names, locale }));
  const sideOf = (each) => (each === seat ? 'own' : 'their');
  if (!completed) {
    const [headline, nobodyWon] = words.unfinished;
    return { headline, detail: words[stopped?.code]?.[sideOf(stopped.by)] ?? nobodyWon };
  }
  const won = winner === null ? 'none' : winner === 'draw' ? 'draw' : sideOf(winner);
  return { headline: words.won[won], detail: conceded ? words[conceded.code][sideOf(conceded.by)] : '' };
}

/** Why nothing can be chosen now. */
export const whyWait = (isOver, locale) => sentencesIn(locale)[isOver ? 'over' : 'waiting'];
