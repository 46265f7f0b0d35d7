/** Draws what the hooks' view tells, and offers the open question's answers. Parlor plays what was picked, never a board. */
import { connectBoard } from './parlor-board.js';

const [said, moves, choices, prompt] = ['said', 'moves', 'choices', 'prompt'].map((id) => document.getElementById(id));

const parlor = connectBoard({
  onState(view) {
    said.textContent = view.over ? (view.reason ?? 'It is over.') : `You are the ${view.seat}.`;
    moves.replaceChildren(
      ...view.moves.map(({ by, label }) => {
        const line = document.createElement('li');
        line.dataset.mine = String(by === view.seat);
        line.textContent = `${by === view.seat ? 'you' : by}: ${label}`;
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
