import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { rowsPageMax, type TableFilter } from '../../../shared/bridge/contract.ts';
import { csvHeader, csvLine } from '../../../shared/tables/table-csv.ts';
import type { BridgeClient } from '../../bridge/client.ts';
import { useBridge } from '../../core/context.tsx';
import { useAction } from '../../core/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { saveFile } from '../../ui/save-file.ts';

/** Without it, spreadsheets guess another encoding. */
const byteOrderMark = '\uFEFF';

/** Saves the ended tables of this filter as comma-separated values. */
export function ExportButton({ filter }: { filter: TableFilter }) {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const { busy, problem, run } = useAction();
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        data-action="export-csv"
        aria-disabled={busy || undefined}
        onClick={() =>
          void run(async () => saveFile('parlor-games.csv', byteOrderMark + (await readCsv(bridge, filter))))
        }
      >
        <IconDownload size={15} stroke={1.75} aria-hidden="true" />
        {t(busy ? 'export.busy' : 'export.do')}
      </Button>
      {problem && <ProblemLine problem={problem} />}
    </>
  );
}

async function readCsv(bridge: BridgeClient, filter: TableFilter): Promise<string> {
  const lines = [csvHeader];
  for (let from = 0; ; ) {
    const { rows, total } = await bridge.tables.rows({ ...filter, from, limit: rowsPageMax });
    lines.push(...rows.map(csvLine));
    from += rows.length;
    if (rows.length === 0 || from >= total) return lines.join('');
  }
}
