#!/usr/bin/env node
'use strict';
// The installed command. Written in old JavaScript: versions of Node that cannot run Parlor must still be able to parse this file.
var minimumMajor = 24;
if (Number(process.versions.node.split('.')[0]) < minimumMajor) {
  process.stderr.write(
    'Parlor needs Node.js ' +
      minimumMajor +
      ' or later, but this is ' +
      process.versions.node +
      '. Get it from https://nodejs.org.\n',
  );
  process.exitCode = 1;
} else {
  void import('./cli.js');
}
