/** Draws what has happened at the table, and offers the open question's answers. Parlor plays what was picked, never a board. */
import { connectBoard } from './parlor-board.js';

const [said, moves, choices, prompt] = ['said', 'moves', 'choices', 'prompt'].map((id) => document.getElementById(id));

/** Messages that only seat the players, seal what a later one opens, or carry a text, which is in `talk`. */
const SILENT = ['join', 'ready', 'commit', 'chat'];

const parlor = connectBoard({
  onState({ record, talk }) {
    const { seat, end } = record;
    said.textContent = end ? resultOf(end, seat) : `You are the ${seat}.`;
    const played = record.messages
      .filter(({ action }) => !SILENT.includes(action))
      .map(({ direction, action, fields }) => {
        const by = direction === 'host_to_guest' ? 'host' : 'guest';
        return { by, text: [action, ...Object.values(fields)].join(' ') };
      });
    moves.replaceChildren(
      ...[...played, ...talk].map(({ by, text }) => {
        const line = document.createElement('li');
        line.dir = 'auto';
        line.dataset.mine = String(by === seat);
        line.textContent = `${by === seat ? 'you' : by}: ${text}`;
        return line;
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

function resultOf({ completed, winner }, seat) {
  if (!completed) return 'It ended unfinished.';
  if (winner === null || winner === 'draw') return 'It is over.';
  return winner === seat ? 'You won.' : `The ${winner} won.`;
}
