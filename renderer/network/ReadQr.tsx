import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../app/context.tsx';
import { readJoinLink } from '../app/join-link.ts';
import { Button } from '../look/Button.tsx';
import { findQrReader, pictureIn, type QrReader } from './qr-reader.ts';
import styles from './ReadQr.module.css';

type Said = 'none' | 'not_link' | 'refused' | 'cannot';

const looksMs = 200;

/** A link to a table from its QR code: a picture that is chosen, dropped or pasted, or the camera. */
export function ReadQr({ onLink }: { onLink(text: string): void }) {
  const { t } = useTranslation('network');
  const web = useApp((app) => app.shell === 'web');
  const [reader, setReader] = useState<QrReader | null | undefined>(undefined);
  const [said, setSaid] = useState<Said | null>(null);
  const [watching, setWatching] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  useEffect(() => {
    void findQrReader().then(setReader);
  }, []);

  const found = (text: string | null): boolean => {
    if (text !== null && readJoinLink(text)) {
      onLink(text);
      return true;
    }
    setSaid(text === null ? 'none' : 'not_link');
    return false;
  };
  const latest = useRef((_picture: File) => {});
  latest.current = (picture) => {
    setSaid(reader ? null : 'cannot');
    reader?.read(picture).then(found, () => setSaid('none'));
  };
  useEffect(() => {
    const take = (event: Event, data: DataTransfer | null) => {
      const picture = pictureIn(data);
      if (!picture) return;
      event.preventDefault();
      latest.current(picture);
    };
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData);
    const drop = (event: DragEvent) => take(event, event.dataTransfer);
    // Without this the browser would leave for the picture.
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    window.addEventListener('paste', paste);
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('paste', paste);
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, []);

  if (reader === undefined) return null;
  if (reader === null) return <p className="small faint">{t('read.cannot')}</p>;
  return (
    <div className={styles.read}>
      <div className="row wrap">
        <Button onClick={() => file.current?.click()}>
          <IconPhoto size={17} stroke={1.75} aria-hidden="true" />
          {t('read.picture')}
        </Button>
        {/* The desktop window gives nobody a camera. */}
        {web && (
          <Button onClick={() => setWatching(!watching)}>
            <IconCamera size={17} stroke={1.75} aria-hidden="true" />
            {t(watching ? 'read.stop' : 'read.camera')}
          </Button>
        )}
        <input
          ref={file}
          type="file"
          accept="image/*"
          hidden
          onChange={(event) => {
            const picture = event.currentTarget.files?.[0];
            if (picture) latest.current(picture);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {watching && (
        <Viewfinder
          reader={reader}
          onText={(text) => found(text) && setWatching(false)}
          onRefused={() => {
            setWatching(false);
            setSaid('refused');
          }}
        />
      )}
      <p className={`small ${said ? 'bad' : 'faint'}`} role={said ? 'alert' : undefined}>
        {t(said ? `read.${said}` : watching ? 'read.hold' : 'read.note')}
      </p>
    </div>
  );
}

interface ViewfinderProps {
  reader: QrReader;
  onText(text: string): void;
  onRefused(): void;
}

function Viewfinder({ reader, onText, onRefused }: ViewfinderProps) {
  const { t } = useTranslation('network');
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef({ onText, onRefused });
  latest.current = { onText, onRefused };
  useEffect(() => {
    let ended = false;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      const text = video.current ? await reader.read(video.current).catch(() => null) : null;
      if (ended) return;
      if (text !== null) latest.current.onText(text);
      timer = setTimeout(look, looksMs);
    };
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (ended || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      await look();
    };
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    begin().catch(() => !ended && latest.current.onRefused());
    return () => {
      ended = true;
      clearTimeout(timer);
      stop();
    };
  }, [reader]);
  return <video ref={video} className={styles.viewfinder} muted playsInline aria-label={t('read.viewfinder')} />;
}
