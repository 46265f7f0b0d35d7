import { IconFlag } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComplaintSubject } from '../../shared/bridge/contract.ts';
import { Button } from '../ui/Button.tsx';
import type { PersonButtonProps } from './person-button.ts';
import { Report } from './report.ts';
import { useOffersReports } from './use-offers-reports.ts';

interface ReportButtonProps extends PersonButtonProps {
  about: ComplaintSubject;
}

/** Opens the report of a person; nothing at communities that take none. */
export function ReportButton({ variant = 'quiet', ...person }: ReportButtonProps) {
  const { t } = useTranslation('inbox');
  const [open, setOpen] = useState(false);
  if (!useOffersReports()) return null;
  return (
    <>
      <Button variant={variant} data-action="report" onClick={() => setOpen(true)}>
        <IconFlag size={16} stroke={1.75} aria-hidden="true" />
        {t('contact.report')}
      </Button>
      {open && <Report {...person} onClose={() => setOpen(false)} />}
    </>
  );
}
