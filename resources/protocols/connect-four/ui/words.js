/** What this board says, by language; columns and heights count from 1. */
const languages = {
  en: {
    title: 'Connect Four',
    choose: ['Your move.', 'Choose a column.'],
    turn: (own) => (own ? 'Your move.' : 'Their move.'),
    over: { own: 'You won.', their: 'They won.', draw: 'A draw.', none: 'Unfinished.' },
    dropped: (own, column, height) => `${own ? 'You' : 'They'} dropped into column ${column}, height ${height}.`,
    /** `column 5, free, height 2; from below: theirs, yours` */
    column(column, stack, full) {
      const room = full ? 'full' : `free, height ${stack.length + 1}`;
      const discs = stack.map((own) => (own ? 'yours' : 'theirs')).join(', ');
      return `column ${column}, ${room}${discs && `; from below: ${discs}`}`;
    },
  },
  'zh-CN': {
    title: '四子棋',
    choose: ['轮到你了。', '请选一列。'],
    turn: (own) => (own ? '轮到你了。' : '轮到对方。'),
    over: { own: '你赢了。', their: '对方赢了。', draw: '平局。', none: '未下完。' },
    dropped: (own, column, height) => `${own ? '你' : '对方'}落子于第 ${column} 列，高度 ${height}。`,
    column(column, stack, full) {
      const room = full ? '已满' : `可落子，高度 ${stack.length + 1}`;
      const discs = stack.map((own) => (own ? '你' : '对方')).join('、');
      return `第 ${column} 列，${room}${discs && `；从下往上：${discs}`}`;
    },
  },
};

export const wordsIn = (locale) => languages[locale] ?? languages.en;
