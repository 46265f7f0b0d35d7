import { useTranslation } from 'react-i18next';
import type { Json } from '../../shared/json/value.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import { useLabels } from '../core/use-labels.ts';
import styles from './ViewParts.module.css';
import { type Cell, type ViewPart, viewParts } from './view-shape.ts';

interface ViewPartsProps {
  view: Json;
  role: Role;
  protocolId: string;
  /** What the other side is called; absent in the Studio, where nobody has a name. */
  peer?: string;
}

/** The hooks' view as values and tables. */
export function ViewParts({ view, role, protocolId, peer }: ViewPartsProps) {
  const { t } = useTranslation('tables');
  const parts = viewParts(view);
  const values = parts.filter((part) => part.kind === 'value');
  const otherParts = parts.filter((part) => part.kind !== 'value');
  const labels = useLabels(protocolId);
  /** The label of a field. A trailing seat, as in `scores host`, becomes the person. */
  const nameOf = (name: string) => {
    const [, field, seat] = /^(.*?) ?(host|guest)$/.exec(name) ?? [];
    if (seat === undefined) return labels.field(name);
    return labels.list([field && labels.field(field), personText(seat as Role)]);
  };
  const seatText = (seat: Role) => (seat === role ? t('plain.yours') : t('plain.theirs'));
  const personText = (seat: Role) => (peer === undefined ? seatText(seat) : seat === role ? t('you_within') : peer);
  const cellText = (cell: Cell, isPiece = false) => {
    if (cell === null || cell === '') return '';
    if (cell === 'host' || cell === 'guest') return isPiece ? seatText(cell) : personText(cell);
    if (typeof cell === 'boolean') return t(cell ? 'plain.yes' : 'plain.no');
    return typeof cell === 'string' ? labels.text(cell) : String(cell);
  };
  if (parts.length === 0) return <p className="small faint block">{t('plain.empty_view')}</p>;
  return (
    <>
      <div className={styles.blocks}>
        {otherParts.map((part) => (
          <div key={part.name} className={styles.block}>
            <h3 className={styles.fieldName}>{nameOf(part.name)}</h3>
            <PartBody part={part} role={role} nameOf={nameOf} cellText={cellText} markOf={labels.mark} />
          </div>
        ))}
      </div>
      {values.length > 0 && (
        <dl className={styles.values}>
          {values.map((part) => (
            <div key={part.name} style={{ display: 'contents' }}>
              <dt className={styles.fieldName}>{nameOf(part.name)}</dt>
              <dd>{cellText(part.value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** The name of a row or column; some have none. */
function Heading({ scope, name }: { scope: 'row' | 'col'; name: string }) {
  return name === '' ? <td className={styles.unnamed} /> : <th scope={scope}>{name}</th>;
}

/** Grids with at least as many columns have small cells. */
const manyColumns = 10;

interface PartBodyProps {
  part: ViewPart;
  role: Role;
  nameOf(name: string): string;
  /** `isPiece`: in a grid, where a seat is whose piece it is. */
  cellText(cell: Cell, isPiece?: boolean): string;
  markOf(value: string): string | null;
}

function PartBody({ part, role, nameOf, cellText, markOf }: PartBodyProps) {
  const seatOf = (cell: Cell) =>
    cell === 'host' || cell === 'guest' ? (cell === role ? 'mine' : 'theirs') : undefined;
  if (part.kind === 'value') return null;
  if (part.kind === 'list')
    return <p className="small">{part.items.map((item) => cellText(item) || '–').join(', ')}</p>;
  const heads = part.kind === 'grid' ? part.headings : undefined;
  const columns =
    part.kind === 'records'
      ? part.columns.map(nameOf)
      : (part.rows[0] ?? []).map((_, index) => String(heads?.columns[index] ?? index + 1));
  const isGrid = part.kind === 'grid';
  /** What a cell of a grid shows in place of its text: the piece of a seat, or the protocol's own mark. */
  const signOf = (cell: Cell) => {
    if (!isGrid || typeof cell !== 'string') return null;
    const seat = seatOf(cell);
    return seat === undefined ? markOf(cell) : seat === 'mine' ? '●' : '○';
  };
  const table = (
    <table
      className={styles.grid}
      data-cells={isGrid ? '' : undefined}
      data-many={isGrid && columns.length >= manyColumns ? '' : undefined}
    >
      <thead>
        <tr>
          <td />
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several names may be empty
            <Heading key={index} scope="col" name={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {part.rows.map((row, rowIndex) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their index
          <tr key={rowIndex}>
            <Heading scope="row" name={String(heads?.rows[rowIndex] ?? rowIndex + 1)} />
            {row.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by their index
              <td key={column} data-seat={isGrid ? seatOf(cell) : undefined}>
                {signOf(cell) !== null ? (
                  <>
                    <span aria-hidden="true">{signOf(cell)}</span>
                    <span className="offscreen">{cellText(cell, isGrid)}</span>
                  </>
                ) : (
                  cellText(cell, isGrid)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  const marked = isGrid
    ? [...new Set(part.rows.flat())].filter((cell) => typeof cell === 'string' && markOf(cell))
    : [];
  if (marked.length === 0) return table;
  return (
    <>
      {table}
      {/* Screen readers read the whole text in each cell. */}
      <ul className={styles.legend} aria-hidden="true">
        {(marked as string[]).sort().map((cell) => (
          <li key={cell}>
            <b>{markOf(cell)}</b> {cellText(cell)}
          </li>
        ))}
      </ul>
    </>
  );
}
