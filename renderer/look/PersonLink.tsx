import { Link } from 'wouter';
import { profilePath } from '../app/rooms.ts';
import { PeerName } from './PeerName.tsx';
import styles from './PersonLink.module.css';

interface PersonLinkProps {
  person: { public_key: string; nickname: string };
  className?: string | undefined;
}

/** A name that leads to who it is. */
export function PersonLink({ person, className }: PersonLinkProps) {
  return (
    <Link href={profilePath(person.public_key)} className={[styles.link, className].filter(Boolean).join(' ')}>
      <PeerName name={person.nickname} />
    </Link>
  );
}
