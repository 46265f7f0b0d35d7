/** The two ends of a copy between SQLite and PostgreSQL, and its flags. */
import { onTestFinished } from 'vitest';
import { TestCommunity } from './community.ts';
import { TestDatabase } from './postgres.ts';
import { postgresUrl } from './postgres-url.ts';
import { createSampleData, type SampleData } from './sample-data.ts';

/** A data directory that has been used and stopped. */
export async function createUsedCommunity(dataDir: string): Promise<SampleData> {
  const community = new TestCommunity(dataDir, {});
  await community.start();
  const sampleData = await createSampleData(community);
  await community.stop();
  return sampleData;
}

/** An empty database whose collation does not order texts by their bytes. */
export async function createDatabase(): Promise<TestDatabase> {
  const database = await TestDatabase.create(postgresUrl()!, 'en');
  onTestFinished(() => database.drop());
  return database;
}

export const copyFlags = (dataDir: string, { url }: TestDatabase): string[] => [
  ...['copy', '--data-dir', dataDir, '--database-url', url],
];
