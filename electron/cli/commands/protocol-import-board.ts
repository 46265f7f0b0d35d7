/** `parlor protocol import-board`: brings a board that was written for other clients into a project. */
import { join } from 'node:path';
import { Command } from 'commander';
import { type BoardMove, boardMoveText } from '../../../shared/bridge/board-import.ts';
import { importBoard } from '../../studio/import-board.ts';
import { helpText } from '../arguments.ts';
import { print, rowLine } from '../output/print.ts';
import { problemLine, problemText } from '../output/problems.ts';
import { printable } from '../output/terminal.ts';

export function importBoardCommand(): Command {
  return new Command('import-board')
    .description('Bring a board of another client into a project: move the code in its pages into files.')
    .argument('<page-or-folder>', 'the page, or the folder with it and its other files')
    .argument('[folder]', 'the folder of the project; existing files are never replaced', '.')
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpText('parlor protocol import-board old.html duel\nparlor protocol import-board ui duel'))
    .action(async (source: string, folder: string, flags: { json?: true }) => {
      const path = join(folder, 'ui');
      const result = await importBoard(source, folder);
      print(flags, {
        json: { path, ...result },
        lines: () => [...result.moves.map(moveLine), ...result.problems.map(problemLine)].join(''),
        text: () =>
          [
            ...result.moves.map(moveLineText),
            ...result.problems.map(problemText),
            `Written to ${printable(path)}: ${printable(result.written.join(', '))}\n`,
          ].join(''),
      });
    });
}

const placeOf = ({ page, line }: BoardMove): string => `${page}:${line}`;

const moveLine = (move: BoardMove): string => rowLine([placeOf(move), 'moved', move.code, boardMoveText(move)]);

const moveLineText = (move: BoardMove): string => `${printable(placeOf(move))}  ${printable(boardMoveText(move))}\n`;
