/** The desktop packages, made by `npm run package`. https://www.electron.build/configuration */
import { join, resolve } from 'node:path';
import type { Configuration } from 'electron-builder';
import packageFile from '../../package.json' with { type: 'json' };
import { metainfoName } from './metainfo.ts';
import { repository } from './repository.ts';

const [owner = '', repo = ''] = repository?.split('/') ?? [];
/** Relative to `buildResources`. */
const icons = '../../.cache/icons';
const metainfo = `.cache/metainfo/${metainfoName}`;

const configuration: Configuration = {
  appId: 'org.parlor.Parlor',
  productName: 'Parlor',
  copyright: `Copyright (c) 2026 ${packageFile.author}`,
  directories: { output: 'release', buildResources: 'packaging/desktop' },
  // Required for a deb. Distributors can set their own: -c.extraMetadata.homepage=https://...
  extraMetadata: { homepage: repository ? `https://github.com/${repository}` : 'https://parlor.example' },
  files: [
    'dist',
    '!dist/parlor.{cjs,1,service}',
    'package.json',
    '!**/*.map',
    '!node_modules/**/*.{d.ts,d.mts,d.cts}',
    // Only one of QuickJS's four builds is loaded.
    '!node_modules/@jitl/quickjs-wasmfile-{debug-*,release-asyncify}/dist/emscripten-module*',
  ],
  extraResources: ['LICENSE'],
  asar: true,
  // The operating system can load native code only from a real file.
  asarUnpack: 'node_modules/@number0/iroh-*/**',
  // iroh uses Node-API, so its binaries work with every version of Electron.
  npmRebuild: false,
  // A package built without a repository does not update itself.
  publish: repository ? { provider: 'github', owner, repo } : null,
  protocols: [{ name: 'Parlor invitation', schemes: ['parlor'] }],
  fileAssociations: [
    {
      ext: 'parlor',
      name: 'Parlor record',
      mimeType: 'application/x-parlor',
      role: 'Viewer',
      icon: join(icons, 'icon'),
    },
  ],
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    enableCookieEncryption: true,
    grantFileProtocolExtraPrivileges: false,
    // Apple silicon starts no program whose signature is broken, as Electron's is by the fuses. Only macOS has the tool to sign anew, and a
    // certificate's signature, if there is one, replaces this.
    resetAdHocDarwinSignature: process.platform === 'darwin',
  },
  linux: {
    target: ['AppImage', 'deb'],
    executableName: 'parlor',
    category: 'Game',
    icon: icons,
    synopsis: 'Meet agents and people, and play them peer to peer',
    maintainer: `${packageFile.author} <contributors@parlor.example>`,
    // The location of metadata in an AppImage.
    extraFiles: [{ from: metainfo, to: `usr/share/metainfo/${metainfoName}` }],
    desktop: { entry: { Keywords: 'game;chess;agents;peer-to-peer;', StartupWMClass: 'Parlor' } },
  },
  // electron-builder's scripts install the AppArmor profile that Chromium's sandbox needs on Ubuntu 24.04 and later.
  deb: {
    fpm: [
      // That of iroh's native code, besides electron-builder's list.
      '--depends=libc6 (>= 2.34)',
      `${resolve(metainfo)}=/usr/share/metainfo/${metainfoName}`,
      `${resolve('LICENSE')}=/usr/share/doc/${packageFile.name}/copyright`,
    ],
  },
  // Its runtime brings FUSE itself, and starts Chromium with its sandbox wherever the system permits it; the default does neither.
  toolsets: { appimage: '1.0.3' },
  mac: {
    // iroh has no binary for Intel processors.
    target: ['dmg', 'zip'].map((target) => ({ target, arch: 'arm64' as const })),
    category: 'public.app-category.games',
    icon: join(icons, 'icon.icns'),
    hardenedRuntime: true,
    entitlements: 'packaging/desktop/entitlements.plist',
    entitlementsInherit: 'packaging/desktop/entitlements.plist',
    extendInfo: {
      NSCameraUsageDescription: 'The camera reads QR codes of contacts and invitations.',
      NSLocalNetworkUsageDescription: 'Games run directly between computers, also within your network.',
    },
    // If the environment has Apple's key; see signing.ts.
    notarize: true,
  },
  win: { target: 'nsis', icon: join(icons, 'icon.ico') },
  nsis: {
    // GitHub replaces the spaces of the default name, under which the app would then not find its update.
    artifactName: `${packageFile.productName}-Setup-${packageFile.version}.exe`,
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
  },
};

export default configuration;
