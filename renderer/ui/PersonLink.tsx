import { Link } from 'wouter';
import { isBlank } from '../../shared/peer-text.ts';
import { profilePath } from '../core/rooms.ts';
import { shortHash } from './format.ts';
import { PeerName } from './PeerName.tsx';
import styles from './PersonLink.module.css';

interface PersonLinkProps {
  person: { public_key: string; nickname: string };
  className?: string | undefined;
}

/** A nickname that links to the profile; the short key if the nickname has no visible character. */
export function PersonLink({ person, className }: PersonLinkProps) {
  return (
    <Link href={profilePath(person.public_key)} className={[styles.link, className].filter(Boolean).join(' ')}>
      <PeerName name={isBlank(person.nickname) ? shortHash(person.public_key) : person.nickname} />
    </Link>
  );
}
