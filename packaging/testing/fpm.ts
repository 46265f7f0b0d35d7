/**
 * Builds a deb from the arguments that electron-builder gives to fpm, which it would download, with Debian's own tool: the options that
 * fpm documents for `-s dir -t deb`, and `SOURCE=DESTINATION` for files and, with slashes at their ends, the contents of folders.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    input: { ...text, short: 's' },
    output: { ...text, short: 't' },
    force: { type: 'boolean' },
    depends: { ...text, short: 'd', multiple: true },
    'deb-recommends': { ...text, multiple: true },
    'deb-compression': text,
    'deb-priority': text,
    architecture: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    license: text,
  },
});
const required = (name: keyof typeof values): string => {
  const value = values[name];
  if (typeof value !== 'string') throw new Error(`--${name} is missing.`);
  return value;
};

const stage = mkdtempSync(join(tmpdir(), 'parlor-deb-'));
chmodSync(stage, 0o755);
try {
  for (const mapping of positionals) {
    const [, source = '', target = ''] = /^(.*)=(.*)$/.exec(mapping) ?? [];
    const destination = join(stage, target);
    mkdirSync(dirname(destination), { recursive: true });
    if (statSync(source).isDirectory()) cpSync(source, destination, { recursive: true });
    else {
      copyFileSync(source, destination);
      chmodSync(destination, 0o644);
    }
  }
  const name = required('name');
  const changelog = `${name} (${required('version')}) whatever; urgency=medium\n\n  * Package created.\n`;
  mkdirSync(join(stage, 'usr/share/doc', name), { recursive: true });
  writeFileSync(join(stage, 'usr/share/doc', name, 'changelog.gz'), gzipSync(changelog, { level: 9 }));

  const control = {
    Package: name,
    Version: required('version'),
    License: required('license'),
    Vendor: required('vendor'),
    Architecture: required('architecture'),
    Maintainer: required('maintainer'),
    'Installed-Size': execFileSync('du', ['--summarize', '--apparent-size', stage], { encoding: 'utf8' }).split(
      '\t',
    )[0],
    Depends: values.depends?.join(', '),
    Recommends: values['deb-recommends']?.join(', '),
    Section: 'default',
    Priority: required('deb-priority'),
    Homepage: required('url'),
    Description: required('description').replaceAll('\n\n', '\n .\n'),
  };
  mkdirSync(join(stage, 'DEBIAN'));
  const lines = Object.entries(control).map(([field, value]) => `${field}: ${value}\n`);
  writeFileSync(join(stage, 'DEBIAN/control'), lines.join(''));
  for (const [script, option] of [
    ['postinst', 'after-install'],
    ['postrm', 'after-remove'],
  ] as const) {
    copyFileSync(required(option), join(stage, 'DEBIAN', script));
    chmodSync(join(stage, 'DEBIAN', script), 0o755);
  }
  const build = ['--root-owner-group', `-Z${required('deb-compression')}`, '--build', stage, required('package')];
  execFileSync('dpkg-deb', build, { stdio: 'inherit' });
} finally {
  rmSync(stage, { recursive: true });
}
