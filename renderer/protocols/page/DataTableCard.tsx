import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import dataTable from './DataTable.module.css';
import pageLayout from './PageLayout.module.css';

interface DataTableCardProps {
  title: string;
  /** Shown at the end of the card’s header. */
  about: string;
  columns: readonly string[];
  /** The table’s `<tbody>` elements. */
  children: ReactNode;
}

/** A card with a data table that scrolls horizontally on its own. */
export function DataTableCard({ title, about, columns, children }: DataTableCardProps) {
  return (
    <Card title={title} headerEnd={<span className="small dim">{about}</span>} bodyClassName={pageLayout.flush}>
      <div className={dataTable.scroller}>
        <table className={dataTable.table} aria-label={title}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          {children}
        </table>
      </div>
    </Card>
  );
}
