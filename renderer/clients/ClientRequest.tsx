import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { McpClient, Permissions } from '../../shared/bridge/contract.ts';
import { noPermissions } from '../../shared/bridge/no-permissions.ts';
import { useBridge } from '../core/context.tsx';
import { useAction } from '../core/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { DialogActions } from '../ui/DialogActions.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { ProtectedDialog } from '../ui/ProtectedDialog.tsx';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import { allowsAnything, PermissionFields } from './PermissionFields.tsx';

/** Preselected for a new client. */
const suggestedPermissions: Permissions = { ...noPermissions, play_unrated: true };

export interface ClientRequestProps {
  client: McpClient;
  /** The user decides later. */
  onClose(): void;
}

/** Asks for the permissions of a new client. */
export function ClientRequest({ client, onClose }: ClientRequestProps) {
  const { t } = useTranslation('clients');
  const bridge = useBridge();
  const [permissions, setPermissions] = useState(suggestedPermissions);
  const { busy, problem, run } = useAction();
  const valid = allowsAnything(permissions);
  return (
    <ProtectedDialog title={t('request.title')} onClose={onClose}>
      <div className="col gap3">
        <UntrustedText heading={t('request.name')} text={client.name} />
        <p className="dim measure">{t('request.body')}</p>
        <PermissionFields permissions={permissions} onChange={setPermissions} />
        <p className="small dim measure">{t('request.texts')}</p>
        {problem && <ProblemLine problem={problem} />}
      </div>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          {t('request.not_now')}
        </Button>
        <Button
          className="end"
          variant="primary"
          data-action="allow-client"
          aria-disabled={busy || !valid || undefined}
          onClick={() => valid && void run(() => bridge.clients.allow({ client_id: client.client_id, permissions }))}
        >
          {t('request.allow')}
        </Button>
      </DialogActions>
    </ProtectedDialog>
  );
}
