import { IconAlertTriangle, IconCheck, IconDoorEnter, IconHome, IconLock, IconUsers } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NetworkState, OwnAddress } from '../../shared/bridge/contract.ts';
import { isLoopbackAddress } from '../../shared/community/address.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { defaultPort, useCommunityName } from '../core/community-name.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { setQuery } from '../core/hash-location.ts';
import { asProblem } from '../core/problem.ts';
import { useAction } from '../core/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { reveal } from '../ui/reveal.ts';
import { Sheet } from '../ui/Sheet.tsx';
import styles from './NetworkSheet.module.css';

/** The port in the shared address; the default one before the community is shared. */
const portOf = (url: string | null): string => (url === null ? defaultPort : new URL(url).port || '80');

/** Shares this computer's community on the local network: address, exposure, and how to stop. In a remote community: switches back. */
export function NetworkSheet({ onClose }: { onClose(): void }) {
  const embedded = useApp((app) => app.community.embedded);
  return embedded ? <OwnNetwork onClose={onClose} /> : <RemoteCommunity onClose={onClose} />;
}

function OwnNetwork({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('network');
  const bridge = useBridge();
  const queries = useQueryClient();
  const network = useApp((app) => app.network);
  const { data, error, refetch } = useQuery({
    queryKey: ['addresses'],
    queryFn: () => bridge.community.addresses({}),
    staleTime: 0,
    refetchInterval: 5_000,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the addresses may change whenever the state does
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['addresses'] });
  }, [queries, network.status, network.address]);
  const [pickedAddress, setPickedAddress] = useState<string | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const [isClosing, setIsClosing] = useState(false);
  const action = useAction();
  const addresses = data?.addresses ?? [];
  const { status } = network;
  const isOpen = status === 'open' || status === 'opening';
  const address = addresses.find((candidate) => candidate.address === pickedAddress) ?? addresses[0];
  const closeNetwork = () => {
    // Opening again restores the address, but not the connections of the others.
    if (isOpen && network.visitors > 0 && !isConfirming) return setIsConfirming(true);
    setIsClosing(true);
    void action
      .run(() => bridge.community.close_network({}))
      .then(() => setIsConfirming(false))
      .finally(() => setIsClosing(false));
  };
  return (
    <Sheet
      title={t('title')}
      note={<span role="status">{t(`${status}_note`)}</span>}
      onClose={onClose}
      footer={
        <>
          {action.problem && <ProblemLine problem={action.problem} />}
          {isOpen && <CloseNote visitors={isConfirming ? network.visitors : 0} />}
          {isConfirming && isOpen && (
            <Button className="end" onClick={() => setIsConfirming(false)}>
              {t('keep_open')}
            </Button>
          )}
          {status !== 'closed' && (
            <Button
              variant={isConfirming ? 'danger' : 'plain'}
              className={isConfirming ? '' : 'end'}
              data-action="close-network"
              aria-disabled={action.busy || undefined}
              onClick={closeNetwork}
            >
              {t(isClosing ? 'closing' : 'close_network')}
            </Button>
          )}
          {!isOpen && (
            <Button
              variant="primary"
              size="lg"
              className={status === 'closed' ? 'end' : ''}
              data-action="open-network"
              aria-disabled={action.busy || !address || undefined}
              onClick={() =>
                address && void action.run(() => bridge.community.open_network({ address: address.address }))
              }
            >
              <IconDoorEnter size={18} stroke={1.75} aria-hidden="true" />
              {t(action.busy ? 'opening' : 'open')}
            </Button>
          )}
        </>
      }
    >
      <div className="col gap4">
        {isOpen ? (
          <OpenNetwork network={network} />
        ) : (
          <>
            {network.problem && <ProblemLine problem={network.problem} />}
            {error && <ProblemLine problem={asProblem(error)} />}
            <p>{t('lead')}</p>
            <AddressPicker
              addresses={addresses}
              isLoaded={data !== undefined}
              picked={address?.address}
              onPick={setPickedAddress}
              onRetry={() => void refetch()}
            />
          </>
        )}
        <Exposure port={portOf(network.url)} />
        <p className="small dim">
          {isOpen && !network.remembered
            ? t('for_now')
            : (network.network ?? address?.network) &&
              t('remembered', { network: network.network ?? address?.network })}
        </p>
      </div>
    </Sheet>
  );
}

/** What closing does; a question while somebody may be connected and the button was pressed once. */
function CloseNote({ visitors }: { visitors: number }) {
  const { t } = useTranslation('network');
  if (visitors === 0) return <p className="small dim">{t('close_note')}</p>;
  return (
    <p className="small" role="alert" ref={reveal}>
      {t('close_question', { count: visitors })}
    </p>
  );
}

function OpenNetwork({ network }: { network: NetworkState }) {
  const { t } = useTranslation('network');
  const { url, url_before, visitors } = network;
  return (
    <>
      {url !== null && (
        <div className="col">
          <CopyField label={t('at')} value={url} data-network={url} />
          <p className="small dim">{t('at_note')}</p>
        </div>
      )}
      {url_before !== null && (
        <p className={`${styles.notice} row top small`} role="alert" ref={reveal}>
          <IconAlertTriangle size={18} stroke={1.75} className="warn" aria-hidden="true" />
          <span>{t('changed', { before: url_before })}</span>
        </p>
      )}
      {url !== null && (
        <p className="row top small" role="status">
          <IconUsers size={18} stroke={1.75} aria-hidden="true" />
          <span>{visitors === 0 ? t('visitors_none', { port: portOf(url) }) : t('visitors', { count: visitors })}</span>
        </p>
      )}
      <section className="col">
        <p>{t('invite')}</p>
        <Button className="start" onClick={() => setQuery({ network: null, mine: null, host: '' })}>
          {t('host')}
        </Button>
      </section>
    </>
  );
}

interface AddressPickerProps {
  addresses: OwnAddress[];
  isLoaded: boolean;
  picked: string | undefined;
  onPick(address: string): void;
  onRetry(): void;
}

function AddressPicker({ addresses, isLoaded, picked, onPick, onRetry }: AddressPickerProps) {
  const { t } = useTranslation('network');
  if (addresses.length === 0) {
    if (!isLoaded) return null;
    return (
      <div className="col">
        <p role="status">{t('none')}</p>
        <Button className="start" onClick={onRetry}>
          {t('again')}
        </Button>
      </div>
    );
  }
  return (
    <fieldset className="col">
      <legend className="small strong dim">{t(addresses.length === 1 ? 'address_one' : 'address')}</legend>
      {addresses.map(({ address, device, network }) => (
        <label key={address} className={`${styles.choice} row top`}>
          <input
            type="radio"
            name="own-address"
            value={address}
            checked={address === picked}
            onChange={() => onPick(address)}
          />
          <span>
            <b className="mono wrap">{address}</b>
            <span className="small dim block">{t('device', { device: escapeInvisible(device), network })}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Exposure({ port }: { port: string }) {
  const { t } = useTranslation('network');
  return (
    <>
      <section className="col" aria-labelledby="network-reach">
        <h3 id="network-reach">{t('reach')}</h3>
        <ul className="col">
          <Fact icon={<IconCheck size={18} stroke={1.75} aria-hidden="true" />}>{t('reach_community')}</Fact>
          <Fact icon={<IconCheck size={18} stroke={1.75} aria-hidden="true" />}>{t('reach_tables')}</Fact>
        </ul>
        <p className="small dim">{t('ports', { port })}</p>
      </section>
      <section className="col" aria-labelledby="network-not">
        <h3 id="network-not">{t('not_reach')}</h3>
        <ul className="col">
          <Fact icon={<IconLock size={18} stroke={1.75} aria-hidden="true" className="good" />}>{t('not_key')}</Fact>
          <Fact icon={<IconLock size={18} stroke={1.75} aria-hidden="true" className="good" />}>{t('not_window')}</Fact>
        </ul>
      </section>
      <p className={`${styles.notice} row top small`}>
        <IconAlertTriangle size={18} stroke={1.75} className="warn" aria-hidden="true" />
        <span>{t('plain')}</span>
      </p>
    </>
  );
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="row top">
    {icon}
    <span>{children}</span>
  </li>
);

function RemoteCommunity({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('network');
  const bridge = useBridge();
  const community = useApp((app) => app.community);
  const action = useAction();
  const name = useCommunityName();
  return (
    <Sheet
      title={t('elsewhere_title')}
      note={<span className="mono wrap">{escapeInvisible(community.url)}</span>}
      onClose={onClose}
      footer={
        <>
          {action.problem && <ProblemLine problem={action.problem} />}
          <Button
            variant="primary"
            size="lg"
            className="end"
            data-action="home"
            aria-disabled={action.busy || undefined}
            onClick={() => void action.run(() => bridge.community.use({ url: null }).then(onClose))}
          >
            <IconHome size={18} stroke={1.75} aria-hidden="true" />
            {t(action.busy ? 'home_going' : 'home')}
          </Button>
        </>
      }
    >
      <div className="col gap4">
        <p>{t('elsewhere', { community: name })}</p>
        <p className="small dim">{t('home_note', { community: name })}</p>
        <p className="small dim">
          {t(isLoopbackAddress(community.url) ? 'member_nearby' : 'member', { community: name })}
        </p>
      </div>
    </Sheet>
  );
}
