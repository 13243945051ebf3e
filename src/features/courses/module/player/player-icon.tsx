/** Outlines on a grid of 24, drawn with the colour of the text around them. */
const outlines = {
  again: 'M4.2 9.2A8.5 8.5 0 1 1 3.5 12.5M4 4.2v5h5',
  back: 'M4.2 9.2A8.5 8.5 0 1 1 3.5 12.5M4 4.2v5h5',
  fullScreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  leaveFullScreen: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  noSound: 'M4 9.5h3.5L12 6v12l-4.5-3.5H4zM16 10l4.5 4.5M20.5 10L16 14.5',
  captions: 'M4 5.5h16v13H4zM7 14.5h5M14.5 14.5H17M7 11h2.5M12 11h5',
  narration: 'M4 9.5h3.5L12 6v12l-4.5-3.5H4zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11',
  chapters: 'M9 6.5h11M9 12h11M9 17.5h11M4 6.5h.01M4 12h.01M4 17.5h.01',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4',
} as const

const shapes = {
  play: 'M8 5.2v13.6a.8.8 0 0 0 1.2.7l11-6.8a.8.8 0 0 0 0-1.4l-11-6.8a.8.8 0 0 0-1.2.7z',
  pause: 'M6.5 5h3.6v14H6.5zM13.9 5h3.6v14h-3.6z',
} as const

export type PlayerIconName = keyof typeof outlines | keyof typeof shapes

const isShape = (name: PlayerIconName): name is keyof typeof shapes => name in shapes

/** The icon of a control. Screen readers ignore it, because the control has a name in words. */
export const PlayerIcon = ({ name, size = 24 }: { name: PlayerIconName; size?: number }) => (
  <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    {isShape(name) ? (
      <path d={shapes[name]} fill="currentColor" />
    ) : (
      <path
        d={outlines[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    )}
    {name === 'back' && (
      <text x="12.1" y="15.6" fontSize="8.5" fontWeight="800" textAnchor="middle" fill="currentColor">
        10
      </text>
    )}
  </svg>
)
