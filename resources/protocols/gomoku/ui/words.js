const counts = { 5: 'Five', 6: 'Six', 7: 'Seven' };

/** The board's texts by language. */
const languages = {
  en: {
    title: 'Gomoku',
    colours: ['black', 'white'],
    sides: ['You are black.', 'You are white.'],
    place: (colour) => `Place a ${colour} stone.`,
    yours: 'Your move.',
    theirs: 'Their move.',
    opening: { own: 'You open.', their: 'They open.' },
    theyPlace: (colour) => `They place a ${colour} stone.`,
    choose: ['Which colour?', ''],
    theyChoose: 'They choose a colour.',
    answers: { black: 'Take black', white: 'Take white', two_more: 'Place two more', pass: 'Pass' },
    over: { own: 'You won.', their: 'They won.', draw: 'A draw.', none: 'Unfinished.' },
    line: (from, to, count) => `${counts[count] ?? 'Many'} in a row, ${from} to ${to}.`,
    full: 'The board is full.',
    placed: (own, colour, name) => `${own ? 'You' : 'They'} placed a ${colour} stone on ${name}.`,
    free: (name) => `${name}, free`,
    taken: (name, colour, own) => `${name}, ${colour}, ${own ? 'yours' : 'theirs'}`,
    opened: (name, colour) => `${name}, ${colour}`,
  },
  'zh-CN': {
    title: '五子棋',
    colours: ['黑', '白'],
    sides: ['你执黑。', '你执白。'],
    place: (colour) => `请下一枚${colour}子。`,
    yours: '轮到你了。',
    theirs: '轮到对方。',
    opening: { own: '由你开局。', their: '由对方开局。' },
    theyPlace: (colour) => `对方下一枚${colour}子。`,
    choose: ['选哪一方？', ''],
    theyChoose: '对方正在选色。',
    answers: { black: '执黑', white: '执白', two_more: '再下两子', pass: '停一手' },
    over: { own: '你赢了。', their: '对方赢了。', draw: '平局。', none: '未下完。' },
    line: (from, to) => `${from} 至 ${to} 连成一线。`,
    full: '棋盘已满。',
    placed: (own, colour, name) => `${own ? '你' : '对方'}在 ${name} 下了${colour}子。`,
    free: (name) => `${name}，空`,
    taken: (name, colour, own) => `${name}，${colour}子，${own ? '你的' : '对方的'}`,
    opened: (name, colour) => `${name}，${colour}子`,
  },
};

export const wordsIn = (locale) => languages[locale] ?? languages.en;
