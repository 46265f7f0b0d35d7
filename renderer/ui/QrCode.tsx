import { encodeQR } from 'qr';
import styles from './QrCode.module.css';

/** Modules of the light margin that readers need around a code (ISO/IEC 18004, 5.3.8). */
const quietZone = 4;
/** Bytes that fit into the largest code at medium error correction (version 40). */
const capacity = 2331;

/** Dark on light in every theme, since many cameras read nothing else. Renders nothing if the text is too long. */
export function QrCode({ text, label }: { text: string; label: string }) {
  if (new TextEncoder().encode(text).length > capacity) return null;
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone });
  const path = modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      data-qr={text}
    >
      <path className={styles.modules} d={path} />
    </svg>
  );
}
