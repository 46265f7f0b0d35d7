/** Battleship against textbook strategies: random shots, and a hunt on every second cell that shoots beside hits. */
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import type { Ask, ReferencePlayer, StrengthMatch } from './match.ts';

interface ShotChart {
  size: number;
  /** The known content of the opponent's cells: `water` or a ship. */
  contents: Map<number, string>;
}

const shipLengths: { [ship: string]: number } = { carrier: 5, battleship: 4, cruiser: 3, submarine: 3, destroyer: 2 };

function chartOf({ seat, options, messages }: BoardRecord): ShotChart {
  const contents = new Map<number, string>();
  for (const { direction, action, fields } of messages) {
    const shooter = direction === 'host_to_guest' ? 'host' : 'guest';
    if (action === 'shot' && shooter !== seat && fields.opened !== undefined) {
      contents.set(Number(fields.opened_cell), String(fields.opened));
    }
  }
  return { size: Number(options.size ?? 10), contents };
}

/** Cells beside hits on ships that are not sunk. */
function cellsBesideHits({ size, contents }: ShotChart): number[] {
  const hits = [...contents].filter(([, value]) => value !== 'water');
  const unsunkHits = hits.filter(([, ship]) => hits.filter(([, other]) => other === ship).length < shipLengths[ship]!);
  return unsunkHits.flatMap(([cell]) => {
    const col = cell % size;
    return [cell - size, cell + size, ...(col > 0 ? [cell - 1] : []), ...(col < size - 1 ? [cell + 1] : [])];
  });
}

const createPlayer = (
  name: string,
  chooseTargets: (shotChart: ShotChart, openCells: number[]) => number[],
): ReferencePlayer => ({
  name,
  choose({ record, ask, random }) {
    if (ask.key.startsWith('fleet:')) return 'ready';
    const openCells = openCellsOf(ask);
    const targets = chooseTargets(chartOf(record), openCells);
    const cells = targets.length > 0 ? targets : openCells;
    return cells[Math.floor(random() * cells.length)]!;
  },
});

const openCellsOf = ({ choices }: Ask): number[] => choices.map(({ value }) => Number(value));

const randomShooter = createPlayer('shots anywhere', () => []);
const hunter = createPlayer('hunt on every second cell', (shotChart, openCells) => {
  const neighbours = cellsBesideHits(shotChart).filter((cell) => openCells.includes(cell));
  if (neighbours.length > 0) return neighbours;
  return openCells.filter((cell) => ((cell % shotChart.size) + Math.floor(cell / shotChart.size)) % 2 === 0);
});

export const matches: StrengthMatch[] = [
  { player: randomShooter, manner: 'easy', seat: 'alternating', games: 50, goal: { wins: 40 } },
  { player: hunter, manner: 'steady', seat: 'alternating', games: 50, goal: { wins: 25 } },
  { player: hunter, manner: 'sharp', seat: 'alternating', games: 50, goal: { wins: 35 } },
];
