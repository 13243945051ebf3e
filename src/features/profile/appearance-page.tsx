import type { Theme } from '../../config/themes.ts'
import { ThemeField, type ThemeFieldProps } from '../../ui/form/theme-field.tsx'
import styles from './appearance-page.module.css'

/** Shows letters in the colours of a theme. The option to follow the device shows half of each theme. */
const renderSwatch = (value: Theme | 'system', name: string) => (
  <span className={styles.option}>
    <span className={styles.swatch} aria-hidden="true" translate="no">
      {value === 'system' ? (
        <>
          <span data-swatch="light">A</span>
          <span data-swatch="dark">a</span>
        </>
      ) : (
        <span data-swatch={value}>Aa</span>
      )}
    </span>
    <span>{name}</span>
  </span>
)

/** Radio buttons for the theme of this device, with a sample of each theme. */
export const AppearancePage = (theme: ThemeFieldProps) => (
  <div className={styles.page}>
    <ThemeField {...theme} renderLabel={renderSwatch} />
  </div>
)
