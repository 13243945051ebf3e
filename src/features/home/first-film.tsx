import { captionsOf, films } from '../../config/courses.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import prose from '../../ui/layout/prose.module.css'
import styles from './home.module.css'

/**
 * The film of the first module, for visitors who want to see what they would sign up for. It also plays
 * without the app.
 */
export const FirstFilm = () => {
  const t = useTranslate()
  const { code, language } = useLocale()
  const [film] = films
  if (!film) return null
  return (
    <section className={styles.film} aria-labelledby="film">
      <div className={classNames(styles.filmText, prose.prose)}>
        <h2 id="film">{t('home.filmTitle')}</h2>
        <p>{t('home.filmBody')}</p>
      </div>
      <video
        poster={film.poster}
        aria-label={t('home.filmTitle')}
        controls
        playsInline
        preload="none"
        width="1280"
        height="720"
      >
        {film.sources.map(({ src, type }) => (
          <source key={src} {...{ src, type }} />
        ))}
        <track
          kind="captions"
          src={captionsOf(film, code)}
          srcLang={language}
          label={t('courses.captions')}
          default
        />
      </video>
      <img src={film.poster} alt="" width="1280" height="720" data-only="paper" />
    </section>
  )
}
