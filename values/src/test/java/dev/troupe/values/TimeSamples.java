package dev.troupe.values;

import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.joda.money.BigMoney;
import org.joda.money.CurrencyUnit;
import org.joda.money.Money;
import org.joda.time.DateTime;
import org.joda.time.DateTimeFieldType;
import org.joda.time.DateTimeZone;
import org.joda.time.DurationFieldType;
import org.joda.time.LocalDateTime;
import org.joda.time.LocalTime;
import org.joda.time.MonthDay;
import org.joda.time.MutableDateTime;
import org.joda.time.PeriodType;
import org.joda.time.YearMonth;
import org.joda.time.Years;
import org.joda.time.chrono.BuddhistChronology;
import org.joda.time.chrono.ISOChronology;
import org.joda.time.chrono.IslamicChronology;
import org.threeten.extra.AmPm;
import org.threeten.extra.DayOfMonth;
import org.threeten.extra.LocalDateRange;
import org.threeten.extra.MutableClock;
import org.threeten.extra.OffsetDate;
import org.threeten.extra.PeriodDuration;
import org.threeten.extra.Quarter;
import org.threeten.extra.YearQuarter;
import org.threeten.extra.YearWeek;
import org.threeten.extra.chrono.BritishCutoverDate;
import org.threeten.extra.chrono.CopticDate;
import org.threeten.extra.chrono.DiscordianDate;
import org.threeten.extra.chrono.JulianDate;
import org.threeten.extra.scale.TaiInstant;
import org.threeten.extra.scale.UtcInstant;

/// What programs send of Joda-Time, Joda-Money and ThreeTen-Extra.
@SuppressWarnings({"JdkObsolete", "ImmutableEnumChecker", "UnnecessarilyFullyQualified", "deprecation", "rawtypes", "unchecked", "serial"})
final class TimeSamples {
    private TimeSamples() {}

    static Stream<Sample> all() throws Exception {
        return Stream.of(times()).flatMap(each -> each);
    }

    private static Stream<Sample> times() throws Exception {
        return Stream.of(
                Sample.same(DateTime.now()),
                Sample.same(new org.joda.time.LocalDate(2026, 1, 2)),
                Sample.same(new LocalTime(1, 2)),
                Sample.same(new LocalDateTime(2026, 1, 2, 3, 4)),
                Sample.same(org.joda.time.Instant.now()),
                Sample.same(org.joda.time.Duration.millis(5)),
                Sample.same(org.joda.time.Period.days(3)),
                Sample.same(new org.joda.time.Interval(1, 5)),
                Sample.same(DateTimeZone.forID("Europe/Paris")),
                Sample.same(DateTimeZone.forOffsetHours(3)),
                Sample.same(new YearMonth(2026, 1)),
                Sample.same(new MonthDay(2, 3)),
                Sample.same(org.joda.time.Days.FIVE),
                Sample.same(Years.ONE),
                Sample.same(new MutableDateTime(5)),
                Sample.same(ISOChronology.getInstanceUTC()),
                Sample.same(BuddhistChronology.getInstance()),
                Sample.same(DateTime.now(IslamicChronology.getInstance())),
                Sample.same(PeriodType.days()),
                Sample.same(DateTimeFieldType.dayOfWeek()),
                Sample.same(DurationFieldType.days()),
                Sample.same(DateTime.now().dayOfWeek()),
                Sample.same(Money.parse("EUR 1.50")),
                Sample.same(BigMoney.parse("EUR 1.505")),
                Sample.same(CurrencyUnit.EUR),
                Sample.same(org.threeten.extra.Interval.of(java.time.Instant.EPOCH, java.time.Duration.ofDays(1))),
                Sample.same(YearQuarter.of(2026, 1)),
                Sample.same(YearWeek.of(2026, 1)),
                Sample.same(org.threeten.extra.Days.of(2)),
                Sample.same(PeriodDuration.of(java.time.Period.ofDays(1), java.time.Duration.ofHours(2))),
                Sample.same(LocalDateRange.of(java.time.LocalDate.of(2026, 1, 1), java.time.LocalDate.of(2026, 2, 1))),
                Sample.same(Quarter.Q1),
                Sample.same(AmPm.AM),
                Sample.same(DayOfMonth.of(3)),
                Sample.same(JulianDate.of(2026, 1, 2)),
                Sample.same(CopticDate.of(1740, 1, 2)),
                Sample.same(BritishCutoverDate.of(2026, 1, 2)),
                Sample.same(DiscordianDate.of(3190, 1, 2)),
                Sample.same(TaiInstant.ofTaiSeconds(5, 6)),
                Sample.same(UtcInstant.ofModifiedJulianDay(5, 6)),
                Sample.same(OffsetDate.of(2026, 1, 2, ZoneOffset.UTC)),
                Sample.same(MutableClock.epochUTC()));
    }
}
