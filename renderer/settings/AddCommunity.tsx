import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnownCommunity } from '../../shared/bridge/contract.ts';
import { parsePastedCommunity, parsePastedLink } from '../../shared/community/join-links.ts';
import { AboutCommunity } from '../core/community-name.ts';
import { asProblem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { fieldClasses } from '../ui/field-classes.ts';
import { useLinkFault } from '../ui/link-fault.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { reveal } from '../ui/reveal.ts';
import styles from './AddCommunity.module.css';
import { CommunityTestResult } from './CommunityTestResult.tsx';
import { useCommunityTest } from './queries.ts';
import { useSwitchCommunity } from './switch-community.tsx';

/** Tests a community by its address, then offers to switch to it. */
export function AddCommunity({ communities }: { communities: readonly KnownCommunity[] }) {
  const { t } = useTranslation('settings');
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [testedAddress, setTestedAddress] = useState<string | null>(null);
  const linkFault = useLinkFault();
  const test = useCommunityTest(testedAddress);
  const communitySwitch = useSwitchCommunity();
  // People also paste a link to a table of the community.
  const address = parsePastedCommunity(text);
  const isTested = testedAddress !== null && testedAddress === address;
  // A failed repetition leaves the earlier result behind.
  const result = isTested && !test.error ? test.data : undefined;
  const knownCommunity = communities.find(({ url }) => url === address);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (address === null) return;
    if (testedAddress === address) void test.refetch();
    else setTestedAddress(address);
  };
  return (
    <Card title={t('community.add')} bodyClassName="col gap3">
      <form className={`${styles.form} row wrap`} onSubmit={submit} noValidate>
        <TextInput
          className={styles.address}
          classNames={fieldClasses}
          label={t('community.address')}
          placeholder="https://community.example"
          error={
            submitted && address === null
              ? parsePastedLink(text)
                ? linkFault(text)
                : t('community.address_wrong')
              : null
          }
          value={text}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setSubmitted(false);
          }}
        />
        <Button type="submit" aria-disabled={test.isFetching || undefined}>
          {t(test.isFetching ? 'community.testing' : 'community.look')}
        </Button>
      </form>
      <p className="small faint">{t('community.look_note')}</p>
      <AboutCommunity value={testedAddress}>
        {isTested && test.error && <ProblemLine problem={asProblem(test.error)} />}
        <div role="status" className="col gap3">
          {result && (
            <div key={test.dataUpdatedAt} ref={reveal} className="col gap3">
              <CommunityTestResult result={result} />
              {!result.problem && (
                <div className="row wrap">
                  {knownCommunity?.in_use ? (
                    <span className="small dim">{t('community.is_here')}</span>
                  ) : (
                    <>
                      <Button
                        variant="primary"
                        aria-disabled={communitySwitch.busy || undefined}
                        onClick={() => communitySwitch.switchTo(result.url, result.needs_consent)}
                      >
                        {t('community.go')}
                      </Button>
                      <span className="small dim">{t('community.go_note')}</span>
                    </>
                  )}
                </div>
              )}
            </div>
          )}
        </div>
        {communitySwitch.problem && <ProblemLine problem={communitySwitch.problem} />}
        {communitySwitch.dialog}
      </AboutCommunity>
    </Card>
  );
}
