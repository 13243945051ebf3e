import styles from './seal.module.css'

/** The size of the area that the seal's paths are drawn on. */
export const sealSize = { width: 96, height: 124 } as const

/** The seal of a certificate, from back to front: SVG paths with the names of their colours. */
export const sealShapes = [
  { colour: 'ink', path: 'M26 78L18 120L33 111L43 122L48 90L53 122L63 111L78 120L70 78z' },
  {
    colour: 'pitch',
    path: 'M48 8A8 8 0 0 1 63.3 11A8 8 0 0 1 76.3 19.7A8 8 0 0 1 85 32.7A8 8 0 0 1 88 48A8 8 0 0 1 85 63.3A8 8 0 0 1 76.3 76.3A8 8 0 0 1 63.3 85A8 8 0 0 1 48 88A8 8 0 0 1 32.7 85A8 8 0 0 1 19.7 76.3A8 8 0 0 1 11 63.3A8 8 0 0 1 8 48A8 8 0 0 1 11 32.7A8 8 0 0 1 19.7 19.7A8 8 0 0 1 32.7 11A8 8 0 0 1 48 8z',
  },
  { colour: 'sun', path: 'M48 14A34 34 0 0 1 48 82A34 34 0 0 1 48 14z' },
  { colour: 'pitch', path: 'M48 17A31 31 0 0 1 48 79A31 31 0 0 1 48 17z' },
  {
    colour: 'sun',
    path: 'M48 26L53.4 40.6L68.9 41.2L56.7 50.8L60.9 65.8L48 57.2L35.1 65.8L39.3 50.8L27.1 41.2L42.6 40.6z',
  },
] as const

/** The seal of the programme: a rosette with a star. */
export const Seal = () => (
  <svg className={styles.seal} viewBox={`0 0 ${sealSize.width} ${sealSize.height}`} aria-hidden="true">
    {sealShapes.map(({ colour, path }) => (
      <path key={path} className={styles[colour]} d={path} />
    ))}
  </svg>
)
