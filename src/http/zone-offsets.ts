// Time zones of dates: the names of RFC 2822 (section 4.3) and common abbreviations of the IANA time zone database.

/** Hours east of UTC, then names. Ambiguous names (IST, CST) have Ruby's meaning (test/http/ruby-dates.txt). */
const NAMES = `
-10 hst,-9 akst,-8 akdt pst,-7 mst pdt,-6 cst mdt,-5 cdt est,-4 ast edt,-3 adt art brt,0 gmt ut utc wet z,
1 bst cet met wat west,2 cat cest eet mest sast,3 eat eest idt msk,5 pkt,5.5 ist,5.75 npt,7 wib,8 awst hkt sgt,
9 jst kst,9.5 acst,10 aest,10.5 acdt,11 aedt,12 nzst,13 nzdt`;

const offsets = new Map(
  NAMES.split(",").flatMap((line) => {
    const [hours, ...names] = line.trim().split(" ");
    return names.map((name) => [name, Number(hours) * 3600] as const);
  }),
);

/**
 * @param name lower case
 * @returns seconds east of UTC; 0 for an unknown name, as RFC 2822 recommends
 */
export const namedOffset = (name: string): number => offsets.get(name) ?? 0;

/**
 * @param offset `+02:00`, `-3`, `+0530`, `+123` (1:23), `+05:30:15`
 * @returns seconds east of UTC; 0 for any other text and for more than a day
 */
export function numericOffset(offset: string): number {
  const [, sign, hours, minutes = 0, seconds = 0] = /^([-+])(\d\d?):?(\d\d)?:?(\d\d)?$/.exec(offset) ?? [];
  const distance = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  if (!(distance <= 86_400)) return 0;
  return sign === "-" ? -distance : distance;
}
