import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { toast } from '../../core/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { TitledDialog } from '../../ui/Dialog.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { fileNameOf } from '../record.ts';
import { drawPicture, pictureSize } from './draw-picture.ts';
import { usePictureContent } from './picture-content.ts';
import styles from './SharePicture.module.css';

/** Saves or copies the result as a picture, drawn without any board code. */
export function SharePicture({ table, onClose }: { table: Table; onClose(): void }) {
  const { t } = useTranslation('afterwards');
  const { t: tApp } = useTranslation();
  const canvasReady = useRef<Promise<HTMLCanvasElement>>(null);
  const content = usePictureContent(table);
  const { game, headline, seats } = content;

  const draw = (canvas: HTMLCanvasElement | null) => {
    if (canvas) canvasReady.current = drawPicture(canvas, content).then(() => canvas);
  };
  const encodePng = async () => {
    const canvas = await canvasReady.current;
    return new Promise<Blob>((resolve, reject) =>
      canvas?.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('could not encode the picture'))), 'image/png'),
    );
  };
  const copy = () =>
    // The item gets a promise: after an await, the clipboard permission may have expired.
    Promise.resolve()
      .then(() => navigator.clipboard.write([new ClipboardItem({ 'image/png': encodePng() })]))
      .then(() => toast(t('picture.copied')))
      .catch(() => toast(t('picture.refused')));

  return (
    <TitledDialog title={t('picture.title')} size={760} onClose={onClose}>
      <canvas
        ref={draw}
        className={styles.picture}
        {...pictureSize}
        role="img"
        aria-label={t('picture.described', { game, headline, first: seats[0].name, second: seats[1].name })}
      />
      <DialogActions>
        <Button variant="primary" data-autofocus onClick={() => void copy()}>
          <IconCopy size={18} stroke={1.75} aria-hidden="true" />
          {t('picture.copy')}
        </Button>
        <Button onClick={async () => saveFile(fileNameOf(table, 'png'), await encodePng())}>
          <IconDownload size={18} stroke={1.75} aria-hidden="true" />
          {t('picture.save')}
        </Button>
        <Button className="end" onClick={onClose}>
          {tApp('close')}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}
