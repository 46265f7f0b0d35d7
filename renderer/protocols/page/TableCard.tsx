import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import dataTable from './DataTable.module.css';
import pageLayout from './PageLayout.module.css';

interface TableCardProps {
  title: string;
  /** At the right of the head. */
  about: string;
  columns: readonly string[];
  /** The bodies of the table. */
  children: ReactNode;
}

/** A card that holds one table. */
export function TableCard({ title, about, columns, children }: TableCardProps) {
  return (
    <Card title={title} state={<span className="small dim">{about}</span>} bodyClassName={pageLayout.flush}>
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
