/**
 * The files that operators install. No container is started: the Dockerfile's instructions run in a folder, as an unprivileged user.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { flagVariables } from '../service/config.ts';
import { isLongRun } from '../shared/testing/long.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { root } from './imports.ts';
import { writeProgram } from './testing/programs.ts';
import { cleanEnv, copyNode, giveToUnprivileged, runToEnd, startProcess } from './testing/unprivileged.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The instructions of each stage, with continued lines joined. */
const [buildStage = [], serviceStage = []] = read('Dockerfile')
  .replaceAll(/^#.*\n|\\\n\s*/gm, '')
  .split(/^FROM .*\n/m)
  .slice(1)
  .map((stage) =>
    stage
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({ name: line.split(' ')[0]!, rest: line.slice(line.indexOf(' ') + 1) })),
  );
/** The operands of every instruction with this name. */
const operandsOf = (stage: typeof buildStage, name: string) =>
  stage.flatMap((each) => (each.name === name ? each.rest : []));

const folder = temporaryFolder();
const image = join(folder, 'image');
giveToUnprivileged(folder);
const nodeFolder = copyNode(folder);
/** Replaces the image's absolute paths by ones below `image`. */
const relocated = (text: string) => text.replaceAll(/\/(?:opt|var\/lib)\/parlor/g, (path) => join(image, path));

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The result of the first stage; in a long run, built by its own commands from the files that Docker would get. */
async function builtStage(): Promise<string> {
  const source = join(folder, 'src');
  mkdirSync(source);
  giveToUnprivileged(source);
  if (!isLongRun) {
    await writeProgram(join(source, 'dist'));
    return join(source, 'dist');
  }
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
  for (const path of listed
    .toString()
    .split('\0')
    .filter((each) => existsSync(join(root, each)) && each !== ''))
    cpSync(join(root, path), join(source, path));
  giveToUnprivileged(source);
  const env = cleanEnv(folder, { PATH: `${nodeFolder}:${process.env.PATH}` });
  for (const command of operandsOf(buildStage, 'RUN'))
    expect(await runToEnd('sh', ['-c', command], { env, cwd: source }), command).toMatchObject({ code: 0 });
  return join(source, 'dist');
}

it('the container serves a community, reports its health and exits on SIGTERM', async () => {
  const dist = await builtStage();
  expect(existsSync(join(dist, 'LICENSE'))).toBe(true);
  expect(operandsOf(serviceStage, 'COPY')).toEqual(['--from=build /src/dist /opt/parlor']);
  cpSync(dist, join(image, 'opt/parlor'), { recursive: true });
  mkdirSync(join(image, 'var/lib/parlor'), { recursive: true });
  giveToUnprivileged(join(image, 'var/lib/parlor'));
  expect(operandsOf(serviceStage, 'USER')).toEqual(['node']);
  const settings = Object.fromEntries(operandsOf(serviceStage, 'ENV').map((line) => relocated(line).split('=')));
  const env = cleanEnv(folder, {
    PATH: `${nodeFolder}:${process.env.PATH}`,
    ...settings,
    PARLOR_SERVICE_PORT: String(await findFreePort()),
  });
  const options = { env, cwd: relocated(operandsOf(serviceStage, 'WORKDIR')[0]!) };
  const command = (text: string) => JSON.parse(relocated(text.slice(text.indexOf('[')))) as string[];
  const [program = '', ...args] = command(operandsOf(serviceStage, 'ENTRYPOINT')[0]!);
  const [check = '', ...checkArgs] = command(operandsOf(serviceStage, 'HEALTHCHECK')[0]!);

  const service = startProcess(program, args, options);
  await service.waitForLine('event', 'listening');
  expect(await runToEnd(check, checkArgs, options)).toMatchObject({ code: 0, stderr: '' });
  // As inside of the container, whose link leads to the same file.
  const [, target = ''] = /^ln -s (\S+) \/usr\/local\/bin\/parlor$/.exec(operandsOf(serviceStage, 'RUN').at(-1)!) ?? [];
  const reports = ['service', 'moderate', 'reports', '--data-dir', settings.PARLOR_SERVICE_DATA_DIR!];
  expect(await runToEnd(relocated(target), reports, options)).toMatchObject({ code: 0, stderr: '' });
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
  expect(await runToEnd(check, checkArgs, options)).toMatchObject({ code: 1, stderr: '' });
});

it.each(['Dockerfile', 'compose.yaml', 'packaging/service/parlor.service'])(
  '%s sets only variables that the service reads',
  (path) => {
    const names = [...read(path).matchAll(/PARLOR_SERVICE_\w+/g)].map(([name]) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(Object.values(flagVariables)).toEqual(expect.arrayContaining(names));
  },
);

it('the unit runs the command that npm installs with the prefix of operators.md', () => {
  const prefix = /--prefix (\S+) parlor-/.exec(read('docs/operators.md'))![1]!;
  expect(read('packaging/service/parlor.service')).toContain(`\nExecStart=${prefix}/bin/parlor service\n`);
  expect(read('docs/operators.md')).toContain(`${prefix}/lib/node_modules/parlor/dist/parlor.service`);
});

it('the Caddyfile has the directives that operators.md documents', () => {
  const [, documented = ''] = /```\n(community\.example \{[\s\S]*?)```/.exec(read('docs/operators.md')) ?? [];
  const directives = documented.match(/^\t.*?(?= 127|$)/gm)!;
  expect(directives.length).toBeGreaterThan(2);
  for (const directive of directives) expect(read('packaging/service/Caddyfile')).toContain(directive);
});
