import type { Translate } from '../../i18n/translate.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { canShareFiles, canShareText, saveFile, shareFile, shareText } from '../../platform/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useBusy } from '../../ui/use-busy.ts'
import styles from './drill-card.module.css'
import { drawDrillImage, type DrillImageContent } from './drill-image.ts'

type Share = (card: { title: string; text: string }) => Promise<void>

/** Returns the share function of this browser, or undefined if the browser cannot share texts. */
const getBrowserShare = (): Share | undefined => (canShareText() ? shareText : undefined)

/**
 * Offers an image of the drill to the other apps of the device. If sharing fails, saves the image as a file.
 * Sharing fails if the image took long to draw, because a browser shares only shortly after a press.
 */
const shareImage = async (card: DrillImageContent, t: Translate): Promise<void> => {
  const file = await drawDrillImage(card, t)
  if (!file) {
    notify.error(t('drill.noPicture'))
    return
  }
  const save = () => saveFile(file.name, file)
  if (canShareFiles()) await shareFile(file).catch(save)
  else save()
}

export type DrillActionsProps = {
  card: DrillImageContent
  /** Returns the card as plain text. */
  getText: () => string
  print: () => void
  /** Shares a text. The default is the share function of the browser, if it has one. */
  share?: Share | undefined
  /** Called when the coach prints or shares the card. */
  onShared?: ((how: 'printed' | 'shared') => void) | undefined
}

/** The buttons that print a drill card, and that share it as an image or as text. */
export const DrillActions = ({
  card,
  getText,
  print,
  share = getBrowserShare(),
  onShared,
}: DrillActionsProps) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  return (
    <div className={styles.print} data-only="screen">
      <Button
        variant="secondary"
        onClick={() => {
          onShared?.('printed')
          print()
        }}
      >
        {t('drill.print')}
      </Button>
      <Button
        variant="secondary"
        busy={busy}
        onClick={() => {
          onShared?.('shared')
          run(() => shareImage(card, t))
        }}
      >
        {t(canShareFiles() ? 'drill.sharePicture' : 'drill.savePicture')}
      </Button>
      {share && (
        <Button
          variant="secondary"
          onClick={() => {
            onShared?.('shared')
            void share({ title: card.drill.name, text: getText() })
          }}
        >
          {t('drill.share')}
        </Button>
      )}
    </div>
  )
}
