/** The page on which pictures of boards are taken (electron/shells/pictures): it shows one at a time, in the same frame as a table. */
import '../core/style-nonce.ts';
import { createRoot } from 'react-dom/client';
import { type PicturedBoard, showBoardFunction } from '../../shared/boards/pictured-board.ts';
import { BoardFrame } from '../boards/BoardFrame.tsx';

const container = document.createElement('div');
document.body.append(container);
const root = createRoot(container);
/** Names that look the same in every language. */
const names = { host: 'Ada', guest: 'Bob' };
let count = 0;

/** Resolves once the board has drawn the position, and rejects if it was stopped. */
async function show({ url, role, theme, locale, textScale, options, seat }: PicturedBoard): Promise<void> {
  const { promise: drawn, resolve, reject } = Promise.withResolvers<void>();
  count += 1;
  container.style.colorScheme = theme;
  root.render(
    <BoardFrame
      // Each picture is of a board that was just loaded.
      key={count}
      url={url}
      title={role}
      focusFallback={() => null}
      context={{
        ...{ theme, locale, role, text_scale: textScale, reduced_motion: true, distinct_pieces: false },
        control_mode: seat.control_mode,
        options: options as never,
        names,
      }}
      record={seat.board_record}
      view={seat.view as never}
      seq={1}
      ask={seat.ask}
      pickedAnswer={null}
      onPick={() => {}}
      onStop={reject}
    />,
  );
  const observer = new MutationObserver(() => {
    if (container.querySelector('iframe[data-loading]') === null) resolve();
  });
  observer.observe(container, { subtree: true, attributeFilter: ['data-loading'] });
  try {
    await drawn;
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
  } finally {
    observer.disconnect();
  }
}

Object.assign(window, { [showBoardFunction]: show });
