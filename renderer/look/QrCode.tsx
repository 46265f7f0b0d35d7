import { qrCode } from '../../shared/qr/code.ts';
import styles from './QrCode.module.css';

/** The empty frame that readers want around a code (ISO/IEC 18004, 5.3.8). */
const quiet = 4;

/** A text as a QR code: dark on light in every theme, since many cameras read nothing else. Nothing where it is too long. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = qrCode(text);
  if (modules === null) return null;
  const size = modules.length + 2 * quiet;
  const path = modules
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + quiet} ${y + quiet}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      data-qr={text}
    >
      <path className={styles.dark} d={path} />
    </svg>
  );
}
