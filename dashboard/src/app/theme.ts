import { Anchor, createTheme } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'wine',
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  colors: {
    wine: [
      '#fbf0f3',
      '#f1dde2',
      '#e8c3cc',
      '#dfa6b3',
      '#d88fa0',
      '#cf7389',
      '#c2566f',
      '#a83b55',
      '#97334b',
      '#842940',
    ],
  },
  headings: { fontWeight: '600' },
  // A link must be seen to be one also by those who do not see its colour.
  components: { Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }) },
})
