/** The board's texts by language. */
const languages = {
  en: {
    title: 'Chat',
    log: 'Conversation',
    you: 'You',
    them: 'The other person',
    empty: 'No messages yet. Only the two of you can read this conversation.',
    earlier: 'Earlier messages are in the record.',
    write: 'Write in the field below the board.',
    leave: 'Goodbye',
    sure: 'End for both?',
    agent: 'Your agent speaks at this seat.',
    over: 'The conversation has ended.',
  },
  'zh-CN': {
    title: '聊天',
    log: '交谈',
    you: '你',
    them: '对方',
    empty: '还没有消息。这段交谈只有你们两人能读到。',
    earlier: '更早的消息在记录里。',
    write: '在盘面下方的输入框里写。',
    leave: '道别',
    sure: '结束双方的交谈？',
    agent: '这个座位由你的智能体发言。',
    over: '交谈已结束。',
  },
};

export const wordsIn = (locale) => languages[locale] ?? languages.en;
