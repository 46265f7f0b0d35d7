import { useTranslation } from 'react-i18next';
import { isJsonObject } from '../../../shared/json/value.ts';
import type { Spec } from '../../../shared/protocol/spec-types.ts';
import { useAuthorHeading } from '../../protocols/Author.tsx';
import { useProtocol } from '../../protocols/queries.ts';
import { rulesText } from '../../protocols/rules-text.ts';
import { UntrustedText } from '../../ui/UntrustedText.tsx';

/** What the author of the protocol wrote about it. */
export function AuthorRules({ protocolId }: { protocolId: string }) {
  const { t } = useTranslation('tables');
  const { data } = useProtocol(protocolId);
  const authorHeading = useAuthorHeading(data ?? { source: 'cached', author_public_key: null, community: null });
  if (!data) return null;
  const { description = '', rules = null } = isJsonObject(data.spec) ? (data.spec as unknown as Spec) : {};
  const text = rulesText(description, rules);
  return text === '' ? (
    <p className="small dim">{t('rules.none')}</p>
  ) : (
    <UntrustedText heading={authorHeading} text={text} />
  );
}
