import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parsePastedLink } from '../../shared/community/join-links.ts';
import { useApp } from '../core/context.tsx';
import { Button } from './Button.tsx';
import { FileButton } from './FileButton.tsx';
import styles from './QrScanner.module.css';
import { findPicture, readQr } from './qr-reader.ts';

type Failure = 'none' | 'not_link' | 'refused';

/** Milliseconds between two scanned camera frames. */
const frameInterval = 200;

/** Scans an invite link from a QR code, in a picture that is chosen, dropped or pasted, or with the camera. */
export function QrScanner({ onLink }: { onLink(text: string): void }) {
  const { t } = useTranslation('network');
  const web = useApp((app) => app.shell === 'web');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [cameraOn, setCameraOn] = useState(false);

  const handleText = (text: string | null): boolean => {
    if (text !== null && parsePastedLink(text)) {
      onLink(text);
      return true;
    }
    setFailure(text === null ? 'none' : 'not_link');
    return false;
  };
  const scanPicture = useRef((_picture: File) => {});
  scanPicture.current = (picture) => {
    setFailure(null);
    readQr(picture).then(handleText, () => setFailure('none'));
  };
  useEffect(() => {
    const handleTransfer = (event: Event, data: DataTransfer | null) => {
      const picture = findPicture(data);
      if (!picture) return;
      event.preventDefault();
      scanPicture.current(picture);
    };
    const onPaste = (event: ClipboardEvent) => handleTransfer(event, event.clipboardData);
    const onDrop = (event: DragEvent) => handleTransfer(event, event.dataTransfer);
    // By default the browser would open the picture instead of this page.
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    window.addEventListener('paste', onPaste);
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('paste', onPaste);
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
    };
  }, []);

  return (
    <div className="col">
      <div className="row wrap">
        <FileButton accept="image/*" onFile={(picture) => scanPicture.current(picture)}>
          <IconPhoto size={17} stroke={1.75} aria-hidden="true" />
          {t('read.picture')}
        </FileButton>
        {/* The desktop window denies all permissions, including the camera. */}
        {web && (
          <Button onClick={() => setCameraOn(!cameraOn)}>
            <IconCamera size={17} stroke={1.75} aria-hidden="true" />
            {t(cameraOn ? 'read.stop' : 'read.camera')}
          </Button>
        )}
      </div>
      {cameraOn && (
        <Viewfinder
          onText={(text) => handleText(text) && setCameraOn(false)}
          onDenied={() => {
            setCameraOn(false);
            setFailure('refused');
          }}
        />
      )}
      <p className={`small ${failure ? 'bad' : 'faint'}`} role={failure ? 'alert' : undefined}>
        {t(failure ? `read.${failure}` : cameraOn ? 'read.hold' : 'read.note')}
      </p>
    </div>
  );
}

interface ViewfinderProps {
  onText(text: string): void;
  onDenied(): void;
}

function Viewfinder({ onText, onDenied }: ViewfinderProps) {
  const { t } = useTranslation('network');
  const videoRef = useRef<HTMLVideoElement>(null);
  const latest = useRef({ onText, onDenied });
  latest.current = { onText, onDenied };
  useEffect(() => {
    let unmounted = false;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout>;
    const scan = async () => {
      const text = videoRef.current ? await readQr(videoRef.current).catch(() => null) : null;
      if (unmounted) return;
      if (text !== null) latest.current.onText(text);
      timer = setTimeout(scan, frameInterval);
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (unmounted || !videoRef.current) return stop();
      videoRef.current.srcObject = stream;
      await videoRef.current.play();
      await scan();
    };
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    start().catch(() => !unmounted && latest.current.onDenied());
    return () => {
      unmounted = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  return <video ref={videoRef} className={styles.viewfinder} muted playsInline aria-label={t('read.viewfinder')} />;
}
