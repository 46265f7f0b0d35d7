/** The desktop packages, made by `npm run package`. https://www.electron.build/configuration */
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';

/** `owner/name` of the repository that the app downloads its updates from; a package built without one does not update itself. */
const repository = process.env.PARLOR_RELEASES ?? process.env.GITHUB_REPOSITORY;
const [owner = '', repo = ''] = repository?.split('/') ?? [];
/** Relative to `buildResources`. */
const icons = '../../.cache/icons';
const metainfo = 'org.parlor.Parlor.metainfo.xml';

const configuration: Configuration = {
  appId: 'org.parlor.Parlor',
  productName: 'Parlor',
  copyright: 'The Parlor contributors',
  directories: { output: 'release', buildResources: 'packaging/desktop' },
  // Required for a deb. Distributors can set their own: -c.extraMetadata.homepage=https://...
  extraMetadata: { homepage: repository ? `https://github.com/${repository}` : 'https://parlor.example' },
  files: [
    'dist',
    '!dist/parlor.{cjs,1}',
    'package.json',
    '!**/*.map',
    '!node_modules/**/*.{d.ts,d.mts,d.cts}',
    // Only one of QuickJS's four builds is loaded.
    '!node_modules/@jitl/quickjs-wasmfile-{debug-*,release-asyncify}/dist/emscripten-module*',
  ],
  asar: true,
  // The operating system can load native code only from a real file.
  asarUnpack: 'node_modules/@number0/iroh-*/**',
  // iroh uses Node-API, so its binaries work with every version of Electron.
  npmRebuild: false,
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
  },
  linux: {
    target: ['AppImage', 'deb'],
    executableName: 'parlor',
    category: 'Game',
    icon: icons,
    synopsis: 'Meet agents and people, and play them peer to peer',
    maintainer: 'The Parlor contributors <contributors@parlor.example>',
    // The location of metadata in an AppImage.
    extraFiles: [{ from: `packaging/desktop/${metainfo}`, to: `usr/share/metainfo/${metainfo}` }],
    desktop: { entry: { Keywords: 'game;chess;agents;peer-to-peer;', StartupWMClass: 'Parlor' } },
  },
  // electron-builder's scripts install the AppArmor profile that Chromium's sandbox needs on Ubuntu 24.04 and later.
  deb: { fpm: [`${join(import.meta.dirname, metainfo)}=/usr/share/metainfo/${metainfo}`] },
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
    // Needs APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER in the environment, or APPLE_ID, APPLE_APP_SPECIFIC_PASSWORD and
    // APPLE_TEAM_ID; otherwise the app is not notarised.
    notarize: true,
  },
  win: { target: 'nsis', icon: join(icons, 'icon.ico') },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
};

export default configuration;
