/** Lists the moves so far and offers the answers to the open question. A board picks an answer; Parlor's decision bar plays it. */
import { connectBoard, endOf } from './parlor-board.js';

const [status, moves, choices, prompt] = ['said', 'moves', 'choices', 'prompt'].map((id) =>
  document.getElementById(id),
);

/** Actions that are not listed: setup, commitments (a later message reveals the value), and texts (see `talk`). */
const UNLISTED = ['join', 'ready', 'commit', 'chat'];

const parlor = connectBoard({
  draws: ({ choices }) => choices.map(({ value }) => value),
  onState({ record, talk }) {
    const { seat, end } = record;
    const { headline, detail } = end ? endOf(record, 'en') : { headline: `You are the ${seat}.`, detail: '' };
    status.textContent = `${headline} ${detail}`.trim();
    const plays = record.messages
      .filter(({ action }) => !UNLISTED.includes(action))
      .map(({ direction, action, fields }) => {
        const by = direction === 'host_to_guest' ? 'host' : 'guest';
        return { by, text: [action, ...Object.values(fields)].join(' ') };
      });
    moves.replaceChildren(
      ...[...plays, ...talk].map(({ by, text }) => {
        const item = document.createElement('li');
        item.dir = 'auto';
        item.dataset.mine = String(by === seat);
        item.textContent = `${by === seat ? 'you' : by}: ${text}`;
        return item;
      }),
    );
  },
  onAsk(ask, picked) {
    prompt.textContent = ask?.prompt ?? '';
    choices.replaceChildren(
      ...(ask?.choices ?? []).map(({ value, label }) => {
        const button = document.createElement('button');
        button.textContent = label;
        button.setAttribute('aria-pressed', String(value === picked));
        button.addEventListener('click', () => parlor.pick(value));
        return button;
      }),
    );
  },
});
