import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readJoinLink } from '../../shared/community/join-links.ts';
import { useApp } from '../core/context.tsx';
import { Button } from './Button.tsx';
import { FileButton } from './FileButton.tsx';
import styles from './QrScanner.module.css';
import { pictureIn, readQr } from './qr-reader.ts';

type Failure = 'none' | 'not_link' | 'refused';

/** Milliseconds between two camera frames that are searched. */
const frameInterval = 200;

/** Reads an invite link from a QR code: in a picture that is chosen, dropped or pasted, or in front of the camera. */
export function QrScanner({ onLink }: { onLink(text: string): void }) {
  const { t } = useTranslation('network');
  const web = useApp((app) => app.shell === 'web');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [watching, setWatching] = useState(false);

  const found = (text: string | null): boolean => {
    if (text !== null && readJoinLink(text)) {
      onLink(text);
      return true;
    }
    setFailure(text === null ? 'none' : 'not_link');
    return false;
  };
  const latest = useRef((_picture: File) => {});
  latest.current = (picture) => {
    setFailure(null);
    readQr(picture).then(found, () => setFailure('none'));
  };
  useEffect(() => {
    const read = (event: Event, data: DataTransfer | null) => {
      const picture = pictureIn(data);
      if (!picture) return;
      event.preventDefault();
      latest.current(picture);
    };
    const paste = (event: ClipboardEvent) => read(event, event.clipboardData);
    const drop = (event: DragEvent) => read(event, event.dataTransfer);
    // By default the browser would open the picture instead of this page.
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

  return (
    <div className="col">
      <div className="row wrap">
        <FileButton accept="image/*" onFile={(picture) => latest.current(picture)}>
          <IconPhoto size={17} stroke={1.75} aria-hidden="true" />
          {t('read.picture')}
        </FileButton>
        {/* The desktop window denies all permissions, including the camera. */}
        {web && (
          <Button onClick={() => setWatching(!watching)}>
            <IconCamera size={17} stroke={1.75} aria-hidden="true" />
            {t(watching ? 'read.stop' : 'read.camera')}
          </Button>
        )}
      </div>
      {watching && (
        <Viewfinder
          onText={(text) => found(text) && setWatching(false)}
          onRefused={() => {
            setWatching(false);
            setFailure('refused');
          }}
        />
      )}
      <p className={`small ${failure ? 'bad' : 'faint'}`} role={failure ? 'alert' : undefined}>
        {t(failure ? `read.${failure}` : watching ? 'read.hold' : 'read.note')}
      </p>
    </div>
  );
}

interface ViewfinderProps {
  onText(text: string): void;
  onRefused(): void;
}

function Viewfinder({ onText, onRefused }: ViewfinderProps) {
  const { t } = useTranslation('network');
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef({ onText, onRefused });
  latest.current = { onText, onRefused };
  useEffect(() => {
    let ended = false;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout>;
    const search = async () => {
      const text = video.current ? await readQr(video.current).catch(() => null) : null;
      if (ended) return;
      if (text !== null) latest.current.onText(text);
      timer = setTimeout(search, frameInterval);
    };
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (ended || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      await search();
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
  }, []);
  return <video ref={video} className={styles.viewfinder} muted playsInline aria-label={t('read.viewfinder')} />;
}
