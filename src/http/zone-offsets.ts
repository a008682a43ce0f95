// How far the zones that a date may name lie from UTC.

/**
 * Hours east of UTC, then the abbreviations in lower case, as Ruby 3.1 takes them: those of RFC 2822, the military
 * letters and the common names. A name that two zones share (IST, CST) means here what it means there.
 */
const ABBREVIATIONS = `
-12 aoe y idlw|-11 nt nut sst x|-10 ckt hst w ahst hast taht|-9 hdt v yst akst gamt hadt|-8.5 mart|-8 pst u ydt akdt
|-7 mst pdt t|-6 cst mdt s east galt|-5 act cdt cot ect est pet r cist easst|-4 ast bot clt edt fkt gyt q vet
|-3 adt art brt gft p srt uyt wgt clst fkst pmst pyst rott|-2.5 nst|-2 at fnt o brst pmdt uyst wgst|-1.5 ndt
|-1 cvt egt n azot|0 gmt ut utc wet wt z egst|1 a bst cet fwt met mez swt wat mewt|2 b cat eet fle fst cest mest mesz sast wast
|3 bt c eat fet idt msk trt eest syot|3.5 irst|4 azt d get mut ret sct kuyt samt|4.5 aft irdt
|5 e mvt pkt tft tjt tmt uzt aqtt azst mawt orat yekt|5.5 ist|5.75 npt|6 btt f iot kgt almt omst qyzt vost|6.5 cct mmt
|7 cxt g ict wib davt hovt krat novt|8 bnt h hkt myt pht sgt awst cast chot irkt ulat wadt wita
|9 i jst kst pwt tlt wit awdt yakt|9.5 acst|10 k pgt aest chst chut ddut vlat yapt|10.5 acdt lhst
|11 l nct nft sbt vut aedt kost lhdt magt pont sakt sret|12 fjt m mht nrt tvt wft anat gilt nfdt nzst pett wakt
|12.75 chast|13 tkt tot fjst nzdt phot|13.75 chadt|14 lint tost`;

const offsets = new Map(
  ABBREVIATIONS.split("|").flatMap((line) => {
    const [hours, ...names] = line.trim().split(/\s+/);
    return names.map((name): [string, number] => [name, Number(hours) * 3600]);
  }),
);

/**
 * @param zone `UTC`, `+02:00`, `-3`, `+0530`, `+5.5`, `GMT+1`, `EST`, `EST DST`
 * @returns seconds east of UTC; 0 for a name that is not known and for what is more than a day
 */
export function zoneOffset(zone: string): number {
  const seconds = numericOffset(zone) ?? namedOffset(zone.toLowerCase());
  return Math.abs(seconds) <= 86_400 ? seconds : 0;
}

function namedOffset(zone: string): number {
  const [name = "", saving] = zone.split(/\s+/);
  const offset = offsets.get(name);
  return offset === undefined ? 0 : offset + (saving === "dst" ? 3600 : 0);
}

/** Undefined if the zone has no sign. */
function numericOffset(zone: string): number | undefined {
  const [, sign, digits = "", decimals, minutes, seconds = "0"] =
    /([-+])(\d+)(?:[.,](\d+)|:(\d+)(?::(\d+))?)?$/.exec(zone) ?? [];
  if (sign === undefined) return undefined;
  const direction = sign === "-" ? -1 : 1;
  if (decimals !== undefined) return direction * Math.round(Number(`${digits}.${decimals}`) * 3600);
  if (minutes !== undefined) return direction * (Number(digits) * 3600 + Number(minutes) * 60 + Number(seconds));
  const [h = 0, m = 0, s = 0] = (digits.length % 2 === 0 ? digits : `0${digits}`).match(/../g)?.map(Number) ?? [];
  return direction * (h * 3600 + m * 60 + s);
}
