import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconDoorEnter,
  IconHome,
  IconLock,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NetworkState, OwnAddress } from '../../shared/bridge/contract.ts';
import { setQuery } from '../app/address.ts';
import { useApp, useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { useCopy } from '../look/copy.ts';
import { visible } from '../look/peer-text.ts';
import { useProblemWords } from '../look/problem-words.ts';
import { Sheet } from '../look/Sheet.tsx';
import styles from './Network.module.css';

const portOf = (url: string | null): string => (url === null ? '7400' : new URL(url).port || '80');

/** Who else comes in: what exactly they reach, at which address, and the way to close it. At a community elsewhere: the way home. */
export function NetworkSheet({ onClose }: { onClose(): void }) {
  const embedded = useApp((app) => app.community.embedded);
  return embedded ? <OwnNetwork onClose={onClose} /> : <Elsewhere onClose={onClose} />;
}

/** One call of the bridge at a time, with what came of it. */
function useDeed(): { busy: boolean; problem: Problem | null; run(deed: () => Promise<unknown>): void } {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  return {
    busy,
    problem,
    run(deed) {
      if (busy) return;
      setBusy(true);
      setProblem(null);
      deed()
        .catch((error) => setProblem(asProblem(error)))
        .finally(() => setBusy(false));
    },
  };
}

function OwnNetwork({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('network');
  const bridge = useBridge();
  const queries = useQueryClient();
  const network = useApp((app) => app.network);
  const { data, refetch } = useQuery({
    queryKey: ['addresses'],
    queryFn: () => bridge.community.addresses({}),
    staleTime: 0,
    refetchInterval: 5_000,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the addresses may be others after every change
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['addresses'] });
  }, [queries, network.status, network.address]);
  const [picked, setPicked] = useState<string | null>(null);
  const deed = useDeed();
  const addresses = data?.addresses ?? [];
  const { status } = network;
  const open = status === 'open' || status === 'opening';
  const address = addresses.find((each) => each.address === picked) ?? addresses[0];
  return (
    <Sheet
      title={t('title')}
      note={<span role="status">{t(`${status}_note`)}</span>}
      onClose={onClose}
      foot={
        <>
          {deed.problem && <Refusal problem={deed.problem} />}
          {open && <p className="small dim">{t('close_note')}</p>}
          {status !== 'closed' && (
            <Button
              className="end"
              data-action="close-network"
              aria-disabled={deed.busy || undefined}
              onClick={() => deed.run(() => bridge.community.close_network({}))}
            >
              {t(deed.busy && open ? 'closing' : 'close')}
            </Button>
          )}
          {!open && (
            <Button
              look="primary"
              size="big"
              className={status === 'closed' ? 'end' : ''}
              data-action="open-network"
              aria-disabled={deed.busy || !address || undefined}
              onClick={() => address && deed.run(() => bridge.community.open_network({ address: address.address }))}
            >
              <IconDoorEnter size={18} stroke={1.75} aria-hidden="true" />
              {t(deed.busy ? 'opening' : 'open')}
            </Button>
          )}
        </>
      }
    >
      {open ? (
        <Opened network={network} />
      ) : (
        <>
          {network.problem && <Refusal problem={network.problem} />}
          <p>{t('lead')}</p>
          <Where
            addresses={addresses}
            loaded={data !== undefined}
            picked={address?.address}
            onPick={setPicked}
            onAgain={() => void refetch()}
          />
        </>
      )}
      <Exposed port={portOf(network.url)} />
      <p className={`${styles.section} small dim`}>
        {open && !network.remembered
          ? t('for_now')
          : (network.network ?? address?.network) && t('remembered', { network: network.network ?? address?.network })}
      </p>
    </Sheet>
  );
}

function Opened({ network }: { network: NetworkState }) {
  const { t } = useTranslation('network');
  const copy = useCopy();
  const { url, url_before, visitors } = network;
  return (
    <>
      {url !== null && (
        <div className={styles.at}>
          <span className={styles.label} id="network-at">
            {t('at')}
          </span>
          <code className={styles.address} data-network={url}>
            {url}
          </code>
          <Button aria-describedby="network-at" onClick={() => copy(url)}>
            {t('copy')}
          </Button>
        </div>
      )}
      {url_before !== null && (
        <p className={`${styles.notice} small`} role="alert">
          <IconAlertTriangle size={18} stroke={1.75} className="warn" aria-hidden="true" />
          <span>{t('changed', { before: url_before })}</span>
        </p>
      )}
      {url !== null && (
        <p className={`${styles.fact} small`} role="status">
          <IconUsers size={18} stroke={1.75} aria-hidden="true" />
          <span>{visitors === 0 ? t('visitors_none', { port: portOf(url) }) : t('visitors', { count: visitors })}</span>
        </p>
      )}
      <section className={styles.section}>
        <p>{t('invite')}</p>
        <Button className={styles.start} onClick={() => setQuery({ network: null, mine: null, host: '' })}>
          {t('host')}
        </Button>
      </section>
    </>
  );
}

interface WhereProps {
  addresses: OwnAddress[];
  loaded: boolean;
  picked: string | undefined;
  onPick(address: string): void;
  onAgain(): void;
}

function Where({ addresses, loaded, picked, onPick, onAgain }: WhereProps) {
  const { t } = useTranslation('network');
  if (addresses.length === 0) {
    if (!loaded) return null;
    return (
      <div className={styles.section}>
        <p role="status">{t('none')}</p>
        <Button className={styles.start} onClick={onAgain}>
          {t('again')}
        </Button>
      </div>
    );
  }
  return (
    <fieldset className={styles.where}>
      <legend className={styles.label}>{t(addresses.length === 1 ? 'address_one' : 'address')}</legend>
      {addresses.map(({ address, device, network }) => (
        <label key={address} className={styles.choice}>
          <input
            type="radio"
            name="own-address"
            value={address}
            checked={address === picked}
            onChange={() => onPick(address)}
          />
          <span>
            <b className={styles.number}>{address}</b>
            <span className="small dim block">{t('device', { device: visible(device), network })}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Exposed({ port }: { port: string }) {
  const { t } = useTranslation('network');
  return (
    <>
      <section className={styles.section} aria-labelledby="network-reach">
        <h3 id="network-reach">{t('reach')}</h3>
        <ul className={styles.facts}>
          <Fact icon={<IconCheck size={18} stroke={1.75} aria-hidden="true" />}>{t('reach_community')}</Fact>
          <Fact icon={<IconCheck size={18} stroke={1.75} aria-hidden="true" />}>{t('reach_tables')}</Fact>
        </ul>
        <p className="small dim">{t('ports', { port })}</p>
      </section>
      <section className={styles.section} aria-labelledby="network-not">
        <h3 id="network-not">{t('not_reach')}</h3>
        <ul className={styles.facts}>
          <Fact icon={<IconLock size={18} stroke={1.75} aria-hidden="true" className="good" />}>{t('not_key')}</Fact>
          <Fact icon={<IconLock size={18} stroke={1.75} aria-hidden="true" className="good" />}>{t('not_window')}</Fact>
        </ul>
      </section>
      <p className={`${styles.notice} small`}>
        <IconAlertTriangle size={18} stroke={1.75} className="warn" aria-hidden="true" />
        <span>{t('plain')}</span>
      </p>
    </>
  );
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className={styles.fact}>
    {icon}
    <span>{children}</span>
  </li>
);

function Refusal({ problem }: { problem: Problem }) {
  const words = useProblemWords();
  return (
    <p className={`${styles.notice} small bad`} role="alert">
      <IconBan size={17} stroke={1.75} aria-hidden="true" />
      <span className="grow">
        <b>{words(problem).told}</b> {words(problem).body}
      </span>
      <CopyButton value={problem.code} />
    </p>
  );
}

function Elsewhere({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('network');
  const bridge = useBridge();
  const community = useApp((app) => app.community);
  const deed = useDeed();
  const name = visible(community.name);
  return (
    <Sheet
      title={t('elsewhere_title')}
      note={<span className={styles.number}>{visible(community.url)}</span>}
      onClose={onClose}
      foot={
        <>
          {deed.problem && <Refusal problem={deed.problem} />}
          <Button
            look="primary"
            size="big"
            className="end"
            data-action="home"
            aria-disabled={deed.busy || undefined}
            onClick={() => deed.run(() => bridge.community.use({ url: null }).then(onClose))}
          >
            <IconHome size={18} stroke={1.75} aria-hidden="true" />
            {t(deed.busy ? 'home_going' : 'home')}
          </Button>
        </>
      }
    >
      <p>{t('elsewhere', { community: name })}</p>
      <p className={`${styles.section} small dim`}>{t('home_note', { community: name })}</p>
      <p className={`${styles.section} small dim`}>{t('member', { community: name })}</p>
    </Sheet>
  );
}
