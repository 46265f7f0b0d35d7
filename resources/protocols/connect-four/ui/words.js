const counts = { 4: 'Four', 5: 'Five', 6: 'Six', 7: 'Seven' };

/** The board's texts by language. Columns and heights count from 1. */
const languages = {
  en: {
    title: 'Connect Four',
    turn: (own) => (own ? 'Your move.' : 'Their move.'),
    you: 'You',
    they: 'They',
    full: (column) => `Column ${column} is full.`,
    columnsTo: (last) => `The columns are 1 to ${last}.`,
    line: {
      across: (from, to, count) => `${counts[count] ?? 'Many'} in a line, columns ${from} to ${to}.`,
      upright: (from, _to, count) => `${counts[count] ?? 'Many'} in a line, upright in column ${from}.`,
      slant: (from, to, count) => `${counts[count] ?? 'Many'} in a line, columns ${from} to ${to}, on a slant.`,
    },
    gridFull: 'The grid is full.',
    dropped: (who, column, height) => `${who ?? 'You'} dropped into column ${column}, height ${height}.`,
    /** `column 5, free, height 2; from below: theirs, yours` */
    column(column, stack, full) {
      const room = full ? 'full' : `free, height ${stack.length + 1}`;
      const discs = stack.map((own) => (own ? 'yours' : 'theirs')).join(', ');
      return `column ${column}, ${room}${discs && `; from below: ${discs}`}`;
    },
  },
  'zh-CN': {
    title: '四子棋',
    turn: (own) => (own ? '轮到你了。' : '轮到对方。'),
    you: '你',
    they: '对方',
    full: (column) => `第 ${column} 列已满。`,
    columnsTo: (last) => `只有第 1 至 ${last} 列。`,
    line: {
      across: (from, to) => `第 ${from} 至 ${to} 列连成一线。`,
      upright: (from) => `第 ${from} 列竖着连成一线。`,
      slant: (from, to) => `第 ${from} 至 ${to} 列斜着连成一线。`,
    },
    gridFull: '棋盘已满。',
    dropped: (who, column, height) => `${who ?? '你'}落子于第 ${column} 列，高度 ${height}。`,
    column(column, stack, full) {
      const room = full ? '已满' : `可落子，高度 ${stack.length + 1}`;
      const discs = stack.map((own) => (own ? '你' : '对方')).join('、');
      return `第 ${column} 列，${room}${discs && `；从下往上：${discs}`}`;
    },
  },
};

export const wordsIn = (locale) => languages[locale] ?? languages.en;
