/** Battleship against textbook strategies: random shots, and a hunt on every second cell that shoots beside hits. */
import type { BoardRecord } from '../../shared/tables/board-record.ts';
import type { Ask, ReferencePlayer, StrengthMatch } from './match.ts';

interface Chart {
  size: number;
  /** The known content of the opponent's cells: `water` or a ship. */
  opened: Map<number, string>;
}

const lengths: { [ship: string]: number } = { carrier: 5, battleship: 4, cruiser: 3, submarine: 3, destroyer: 2 };

function chartOf({ seat, options, messages }: BoardRecord): Chart {
  const opened = new Map<number, string>();
  for (const { direction, action, fields } of messages) {
    const by = direction === 'host_to_guest' ? 'host' : 'guest';
    if (action === 'shot' && by !== seat && fields.opened !== undefined) {
      opened.set(Number(fields.opened_cell), String(fields.opened));
    }
  }
  return { size: Number(options.size ?? 10), opened };
}

/** Cells beside hits on ships that are not sunk. */
function besideHits({ size, opened }: Chart): number[] {
  const hits = [...opened].filter(([, value]) => value !== 'water');
  const afloat = hits.filter(([, ship]) => hits.filter(([, other]) => other === ship).length < lengths[ship]!);
  return afloat.flatMap(([cell]) => {
    const col = cell % size;
    return [cell - size, cell + size, ...(col > 0 ? [cell - 1] : []), ...(col < size - 1 ? [cell + 1] : [])];
  });
}

const reference = (name: string, aim: (chart: Chart, open: number[]) => number[]): ReferencePlayer => ({
  name,
  choose({ record, ask, random }) {
    if (ask.key.startsWith('fleet:')) return 'ready';
    const open = openCells(ask);
    const aimed = aim(chartOf(record), open);
    const cells = aimed.length > 0 ? aimed : open;
    return cells[Math.floor(random() * cells.length)]!;
  },
});

const openCells = ({ choices }: Ask): number[] => choices.map(({ value }) => Number(value));

const anywhere = reference('shots anywhere', () => []);
const hunt = reference('hunt on every second cell', (chart, open) => {
  const beside = besideHits(chart).filter((cell) => open.includes(cell));
  if (beside.length > 0) return beside;
  return open.filter((cell) => ((cell % chart.size) + Math.floor(cell / chart.size)) % 2 === 0);
});

export const matches: StrengthMatch[] = [
  { player: anywhere, manner: 'easy', seat: 'alternating', games: 50, goal: { wins: 40 } },
  { player: hunt, manner: 'steady', seat: 'alternating', games: 50, goal: { wins: 25 } },
  { player: hunt, manner: 'sharp', seat: 'alternating', games: 50, goal: { wins: 35 } },
];
